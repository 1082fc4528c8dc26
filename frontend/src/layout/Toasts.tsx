import { useToasts } from "../state/toasts";

export function Toasts() {
  const { toasts, remove } = useToasts();
  return (
    <div className="toasts" role="status" aria-live="assertive">
      {toasts.map((toast) => (
        <div key={toast.id} className={`toast ${toast.kind}`}>
          <span>{toast.text}</span>
          {toast.action && (
            <button
              className="button small"
              onClick={() => {
                remove(toast.id);
                toast.action?.run();
              }}
            >
              {toast.action.words}
            </button>
          )}
          <button className="icon-button" aria-label="Dismiss" onClick={() => remove(toast.id)}>
            ✕
          </button>
        </div>
      ))}
    </div>
  );
}
