import { Dialog } from "../layout/Dialog";

interface ConfirmFoldProps {
  onFold(): void;
  onCheck(): void;
  onClose(): void;
}

export function ConfirmFold({ onFold, onCheck, onClose }: ConfirmFoldProps) {
  const then = (action: () => void) => () => {
    onClose();
    action();
  };
  return (
    <Dialog title="Fold when checking is free?" onClose={onClose}>
      <p>You can check. Folding gives up the hand.</p>
      <div className="dialog-buttons">
        <button className="button" onClick={then(onFold)}>
          Fold anyway
        </button>
        <button className="button primary" autoFocus onClick={then(onCheck)}>
          Check
        </button>
      </div>
    </Dialog>
  );
}
