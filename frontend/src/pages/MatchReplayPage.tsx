import { Link, useParams } from "react-router-dom";
import { findMatchStudy } from "../explore/api";
import { replayMatchHand } from "../jobs/api";
import { useTitle } from "../lib/hooks";
import { useAsync } from "../lib/useAsync";
import { Replay } from "./ReplayPage";

/** A hand of a match step by step, with everybody's cards. */
export default function MatchReplayPage() {
  const { job = "", hand = "" } = useParams();
  useTitle(`Hand ${hand}`);
  const { data, error } = useAsync(`${job} ${hand}`, (signal) => replayMatchHand(job, Number(hand), signal));
  const back = {
    to: `/simulator/${job}`,
    words: "Match",
    find: (seat: number, networks: boolean) => findMatchStudy(job, Number(hand), seat, networks),
  };
  if (error) {
    return (
      <div className="page notice">
        <h1>{error.message}</h1>
        <Link to={back.to}>Back to the match</Link>
      </div>
    );
  }
  if (!data) return <p className="page muted">Loading the hand…</p>;
  return <Replay key={`${job} ${hand}`} replay={data} back={back} />;
}
