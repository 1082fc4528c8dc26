/** Where the chairs stand around the table, as percentages of the stage; you sit at the bottom in the middle. */

export interface Point {
  x: number;
  y: number;
}

export interface Place {
  seat: Point;
  bet: Point;
  button: Point;
}

export type Shape = "wide" | "tall";

interface Oval {
  centre: Point;
  radius: Point;
  /** How far the bet lies from the centre (0) to the chair (1): across, above and below, where your cards need room. */
  bet: { x: number; above: number; below: number };
  button: Point;
  /** 2 is an ellipse; more pushes chairs into the corners, as at a table with straight sides. */
  power: number;
}

const OVALS: Record<Shape, Oval> = {
  wide: { centre: { x: 50, y: 47.5 }, radius: { x: 41.5, y: 37.5 }, bet: { x: 0.68, above: 0.6, below: 0.46 }, button: { x: 0.78, y: 0.74 }, power: 2.5 },
  tall: { centre: { x: 50, y: 48 }, radius: { x: 38, y: 39 }, bet: { x: 0.52, above: 0.66, below: 0.5 }, button: { x: 0.66, y: 0.8 }, power: 3 },
};

function onOval({ centre, radius, power }: Oval, angle: number, scale: Point = { x: 1, y: 1 }): Point {
  const bend = (value: number) => Math.sign(value) * Math.abs(value) ** (2 / power);
  return {
    x: centre.x + radius.x * scale.x * bend(Math.cos(angle)),
    y: centre.y + radius.y * scale.y * bend(Math.sin(angle)),
  };
}

/** Of four in portrait two would sit beside the board: they move towards you. */
const LEAN = [0, -0.3, 0, 0.3];

/** The place of the chair `index` steps clockwise from you, at a table of `count`. */
export function placeOf(index: number, count: number, shape: Shape): Place {
  const oval = OVALS[shape];
  const angle = Math.PI / 2 + (2 * Math.PI * index) / count + (shape === "tall" && count === 4 ? LEAN[index]! : 0);
  const { x, above, below } = oval.bet;
  const y = Math.sin(angle) > 0 ? below : above;
  const seat = onOval(oval, angle);
  const bet = onOval(oval, angle, { x, y });
  if (shape === "tall") return { seat, bet: besideBoard(bet, seat), button: onPod(seat, index) };
  return { seat, bet, button: onOval(oval, angle + (index === 0 ? 0.5 : -0.27), oval.button) };
}

/** Where the board lies on a tall table, and how far out a bet beside it goes. */
const BOARD = { top: 42.5, bottom: 57, below: 60, above: 38, side: 26, nearer: 19 };

/** In portrait the board takes the whole width: a bet that would lie on it goes above or below, nearer to its seat. */
function besideBoard(bet: Point, seat: Point): Point {
  if (bet.y < BOARD.top || bet.y > BOARD.bottom) return bet;
  const y = bet.y < 48 ? BOARD.above : BOARD.below;
  const out = Math.abs(seat.y - y) < 7 ? BOARD.nearer : BOARD.side; // beside its seat it would lie under it
  return { x: 50 + Math.sign(bet.x - 50) * out, y };
}

/** In portrait there is no room beside a seat: the button lies on its inner corner, yours on the left. */
function onPod(seat: Point, index: number): Point {
  if (index === 0) return { x: seat.x - 15, y: seat.y };
  const inwards = Math.sign(50 - Number(seat.x.toFixed(3))) || 1;
  return { x: seat.x + inwards * 10.5, y: seat.y + 4 };
}
