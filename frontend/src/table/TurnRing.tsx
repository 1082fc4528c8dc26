/** The time that is left, as a ring around the avatar; a full pulsing ring without a clock. */
export function TurnRing({ timeLeft }: { timeLeft: number | null }) {
  const length = 2 * Math.PI * 22;
  return (
    <svg className={timeLeft === null ? "turn-ring idle" : "turn-ring"} viewBox="0 0 48 48" aria-hidden="true">
      <circle className="turn-track" cx="24" cy="24" r="22" />
      <circle
        className={timeLeft !== null && timeLeft < 0.25 ? "turn-left late" : "turn-left"}
        cx="24"
        cy="24"
        r="22"
        strokeDasharray={length}
        strokeDashoffset={length * (1 - (timeLeft ?? 1))}
      />
    </svg>
  );
}
