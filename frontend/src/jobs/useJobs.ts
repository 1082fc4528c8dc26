import { useEffect, useState } from "react";
import type { JobDetail, JobMessage, JobView } from "./api";
import { LiveSocket } from "./live";

/** The list after a message: newest first, each job once. */
export function afterMessage(jobs: readonly JobView[], message: JobMessage): JobView[] {
  switch (message.type) {
    case "jobs":
      return message.jobs;
    case "job": {
      const { job } = message;
      if (!jobs.some((each) => each.id === job.id)) return [job, ...jobs];
      return jobs.map((each) => (each.id === job.id ? job : each));
    }
    case "gone":
      return jobs.filter((each) => each.id !== message.id);
    default:
      return [...jobs];
  }
}

/** All of a person's jobs, as they change; null until the first word. */
export function useJobs(): { jobs: JobView[] | null; isLive: boolean } {
  const [jobs, setJobs] = useState<JobView[] | null>(null);
  const [isLive, setLive] = useState(false);
  useEffect(() => {
    const live = new LiveSocket<JobMessage>("/jobs/live", {
      onMessage: (message) => setJobs((before) => afterMessage(before ?? [], message)),
      onConnection: setLive,
      onGone: () => undefined,
    });
    live.start();
    return () => live.stop();
  }, []);
  return { jobs, isLive };
}

interface Watched {
  detail: JobDetail | null;
  isGone: boolean;
  isLive: boolean;
}

/** One job with its curve or figures, as it changes. */
export function useJob(job: string): Watched {
  const [watched, setWatched] = useState<Watched>({ detail: null, isGone: false, isLive: false });
  useEffect(() => {
    setWatched({ detail: null, isGone: false, isLive: false });
    const change = (changes: Partial<Watched>) => setWatched((before) => ({ ...before, ...changes }));
    const live = new LiveSocket<JobMessage>(`/jobs/${encodeURIComponent(job)}/live`, {
      onMessage: (message) => change(message.type === "detail" ? { detail: message.detail } : { isGone: true }),
      onConnection: (isLive) => change({ isLive }),
      onGone: () => change({ isGone: true }),
    });
    live.start();
    return () => live.stop();
  }, [job]);
  return watched;
}
