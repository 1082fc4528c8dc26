/** Jobs in words. */
import type { JobState, JobView } from "./api";

export const STATE_WORDS: Record<JobState, string> = {
  queued: "Waiting",
  running: "Running",
  paused: "Paused",
  done: "Done",
  failed: "Failed",
  cancelled: "Stopped",
  interrupted: "Interrupted",
};

/** 95 s is "1 min 35 s", 4,000 s is "1 h 7 min". */
export function duration(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes} min ${whole % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** What is left, if it goes on as it went; null while nobody can tell. */
export function timeLeft(job: JobView): number | null {
  if (job.state !== "running" || job.fraction < 0.05 || job.seconds < 5) return null;
  return (job.seconds * (1 - job.fraction)) / job.fraction;
}

/** 604161680 is "604 MB". */
export function bytes(count: number): string {
  if (count >= 1e9) return `${(count / 1e9).toFixed(2)} GB`;
  if (count >= 1e6) return `${(count / 1e6).toFixed(count >= 1e7 ? 0 : 1)} MB`;
  return `${Math.max(1, Math.round(count / 1e3))} kB`;
}

export function whereItStands(job: JobView): string {
  if (job.state === "queued") return job.ahead ? `${job.ahead} ahead of it` : "next in line";
  return job.text;
}
