/** What a service published, as its recording has it, to be compared with another. @module */
import { recordedDays } from "../../../adapters/recording/day_folder.ts";
import { readDay } from "../../../adapters/recording/reading.ts";

/** Frames by kind and topic, in order, without the stamps of when they were sent. */
export type PublishedFrames = ReadonlyMap<string, ReadonlyArray<string>>;

/** Reads those that were published within some instants. */
export async function publishedFrames(
  folder: string,
  { fromMs, untilMs }: { readonly fromMs: number; readonly untilMs: number },
): Promise<PublishedFrames> {
  const frames = new Map<string, Array<string>>();
  for (const day of await recordedDays(folder)) {
    for await (
      const { kind, about, text, atMs } of readDay({ folder, day, feeds: ["published"] })
    ) {
      if (kind !== "frame" || atMs < fromMs || atMs >= untilMs) continue;
      const frame = JSON.parse(text) as Record<string, unknown>;
      const key = `${String(frame["type"])} ${about}`;
      frames.getOrInsertComputed(key, () => []).push(JSON.stringify(unstamped(frame)));
    }
  }
  return frames;
}

/**
 * Without what depends on the millisecond at which a timer of the machine fired, which also decides
 * whether a closed window is told before its resolution or with it.
 */
function unstamped(frame: Record<string, unknown>): Record<string, unknown> {
  const { publishedAt: _, delayMs: __, window, ...rest } = frame;
  if (rest["type"] === "quote") return { ...rest, at: null };
  if (window === undefined) return rest;
  const { slug, target, close, outcome } = window as Record<string, unknown>;
  return { ...rest, slug, target, close, outcome };
}

/** How many different frames of the first are in the second too, of each kind, and of how many. */
export function agreement(
  day: PublishedFrames,
  replay: PublishedFrames,
): ReadonlyMap<string, { readonly same: number; readonly count: number }> {
  const kinds = new Map<string, { same: number; count: number }>();
  for (const [key, frames] of day) {
    const [kind = ""] = key.split(" ");
    const counts = kinds.getOrInsertComputed(kind, () => ({ same: 0, count: 0 }));
    const replayed = new Set(replay.get(key));
    for (const frame of new Set(frames)) {
      counts.count += 1;
      if (replayed.has(frame)) counts.same += 1;
    }
  }
  return kinds;
}
