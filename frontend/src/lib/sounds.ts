/** Short sounds made on the spot, so that nothing has to be loaded: a knock, chips, cards, a bell for your turn. */
import type { EventKind, TableView } from "../api/types";

export type Sound = "turn" | "check" | "chips" | "fold" | "card" | "win";

interface Tone {
  /** Hertz at the beginning and at the end. */
  from: number;
  to: number;
  seconds: number;
  loudness: number;
  kind: OscillatorType;
  /** How often it sounds, and how far apart. */
  times?: number;
  gap?: number;
}

const TONES: Record<Sound, Tone> = {
  turn: { from: 660, to: 880, seconds: 0.18, loudness: 0.16, kind: "sine", times: 2, gap: 0.16 },
  check: { from: 190, to: 120, seconds: 0.06, loudness: 0.3, kind: "triangle", times: 2, gap: 0.11 },
  chips: { from: 2400, to: 1700, seconds: 0.035, loudness: 0.08, kind: "square", times: 3, gap: 0.05 },
  fold: { from: 320, to: 140, seconds: 0.12, loudness: 0.1, kind: "sine" },
  card: { from: 900, to: 300, seconds: 0.05, loudness: 0.07, kind: "sawtooth" },
  win: { from: 520, to: 1040, seconds: 0.35, loudness: 0.14, kind: "sine" },
};

const OF_EVENT: Partial<Record<EventKind, Sound>> = {
  check: "check",
  call: "chips",
  bet: "chips",
  raise: "chips",
  fold: "fold",
  board: "card",
  draw: "card",
};

/** What has to be heard of a view after the one before it, the most telling last. */
export function soundsOf(before: TableView | undefined, view: TableView): Sound[] {
  const told = before?.hand === view.hand ? before.log.length : 0;
  const found = new Set<Sound>();
  for (const entry of view.log.slice(told)) {
    const sound = OF_EVENT[entry.kind];
    if (sound) found.add(sound);
  }
  if (view.result && !(before?.hand === view.hand && before.result) && view.result.net > 0) found.add("win");
  const isNew = before?.hand !== view.hand || before.step !== view.step || before.status !== view.status;
  if (view.status === "your_turn" && isNew) found.add("turn");
  return [...found];
}

let context: AudioContext | null = null;

/** Plays them one after the other; nothing where the browser cannot. */
export function playSounds(sounds: readonly Sound[]): void {
  if (sounds.length === 0 || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  let at = context.currentTime + 0.01;
  for (const sound of sounds) at = playTone(context, TONES[sound], at);
}

function playTone(audio: AudioContext, tone: Tone, start: number): number {
  const { times = 1, gap = 0, seconds } = tone;
  for (let time = 0; time < times; time += 1) {
    const at = start + time * gap;
    const oscillator = audio.createOscillator();
    const loudness = audio.createGain();
    oscillator.type = tone.kind;
    oscillator.frequency.setValueAtTime(tone.from, at);
    oscillator.frequency.exponentialRampToValueAtTime(tone.to, at + seconds);
    loudness.gain.setValueAtTime(tone.loudness, at);
    loudness.gain.exponentialRampToValueAtTime(0.001, at + seconds);
    oscillator.connect(loudness).connect(audio.destination);
    oscillator.start(at);
    oscillator.stop(at + seconds);
  }
  return start + (times - 1) * gap + seconds;
}
