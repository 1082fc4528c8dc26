import { Link } from "react-router-dom";

/** What can be studied, in a player's words; each is one click away. */
const WAYS = [
  ["/preflop", "Preflop charts", "What to open, defend and 3-bet, by seats and depth"],
  ["/preflop?source=shipped:jam_or_fold@6x10", "Jam or fold", "Short stacks, with antes and prizes (ICM)"],
  ["/solve", "Solve a spot", "Any flop, turn or river with your ranges and sizes"],
  ["/solve#report", "Flop report", "One spot on as many flops as you like"],
  ["/library", "Strategies", "Solutions, blueprints and players: look, lock, compare"],
  ["/drills", "Drills", "Spots and whole hands; what you miss comes back"],
  ["/hands", "Your hands", "Replay them with the coach, or try a spot again"],
  ["/hands#import", "Import hands", "PokerStars, GGPoker, Winamax, 888poker, iPoker, PHH"],
  ["/stats#leaks", "Your leaks", "Where you lose most"],
  ["/stats#habits", "Your habits", "Continuation bets, steals, folds, beside the strategy’s"],
  ["/simulator", "Matches", "Let players meet over many thousand hands"],
  ["/jobs#train", "Train a strategy", "A blueprint for your own game"],
] as const;

export function StudyDesk() {
  return (
    <nav className="study-desk" aria-labelledby="study-desk">
      <h2 id="study-desk">Study</h2>
      <ul>
        {WAYS.map(([to, name, words]) => (
          <li key={to}>
            <Link to={to}>
              <strong>{name}</strong>
              <small className="muted">{words}</small>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
