import { useNavigate } from "react-router-dom";
import { describeSource } from "../explore/api";
import type { SolveAsk } from "../jobs/api";
import { sayError } from "../state/toasts";
import { formOf, useSolveForm } from "./form";

type Spot = SolveAsk["spot"];

interface ChangeSpotProps {
  /** The spot, or the solution that knows it. */
  spot?: Spot;
  source?: string;
  title: string;
}

/** Puts the spot of a solve into the form of a new one. */
export function ChangeSpot({ spot, source, title }: ChangeSpotProps) {
  const navigate = useNavigate();
  const change = async () => {
    try {
      const known = spot ?? ((await describeSource(source ?? "")).config as unknown as Spot);
      useSolveForm.getState().change({ ...formOf(known), title: `${title}, changed`.slice(0, 80) });
      navigate("/solve");
    } catch (error) {
      sayError(error);
    }
  };
  return (
    <button type="button" className="button small" onClick={() => void change()}>
      Change and solve again
    </button>
  );
}
