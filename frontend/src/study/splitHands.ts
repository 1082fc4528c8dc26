/** A file of any size as texts of so many hands each, so that each can be sent, read and kept by itself. */

const OPENINGS = /^(?:PokerStars |Poker Hand #|Winamax Poker - |\*\*\*\*\* |Full Tilt Poker Game #|Stage #|<game gamecode=|\[\d+\]\s*$)/;

export function splitHands(text: string, each = 250): string[] {
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  const begins = lines.some((line) => line.startsWith("STATE:")) ? (line: string) => line.startsWith("STATE:") : (line: string) => OPENINGS.test(line);
  const first = lines.findIndex(begins);
  if (first < 0) return [text];
  // What stands before the first hand of a competition's log names its game, so every part begins with it.
  const head = lines[first]?.startsWith("STATE:") ? lines.slice(0, first) : [];
  const parts: string[] = [];
  let part = [...head];
  let hands = 0;
  for (const line of lines.slice(first)) {
    if (begins(line)) {
      if (hands === each) {
        parts.push(part.join("\n"));
        part = [...head];
        hands = 0;
      }
      hands += 1;
    }
    part.push(line);
  }
  return [...parts, part.join("\n")];
}
