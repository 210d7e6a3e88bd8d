/** The row of a trial, and the table of all rows. @module */
import type { Deed } from "./tell.ts";

/** What became of a trial. */
export type Verdict = "passed" | "failed" | "inconclusive";

/** One trial, when it is over. */
export interface TrialRow {
  readonly name: string;
  readonly deeds: ReadonlyArray<Deed>;
  readonly tookMs: number;
  readonly verdict: Verdict;
  /** Why it has no verdict, or what it left out. */
  readonly reason?: string;
}

const HEAD = ["trial", "lost", "doubled", "wrong", "longest", "took", "verdict", "done"];
const WIDTHS = [11, 6, 8, 6, 9, 10, 13];

/** The names of the columns. */
export const headText = lineOf(HEAD);

/** One line; what was done stands last, as it is longest. */
export function rowText(row: TrialRow): string {
  const longestMs = Math.max(-1, ...row.deeds.map((deed) => deed.longestMs ?? -1));
  return lineOf([
    row.name,
    sumOf(row, "lost"),
    sumOf(row, "doubled"),
    sumOf(row, "wrong"),
    longestMs < 0 ? "-" : seconds(longestMs),
    seconds(row.tookMs),
    row.verdict,
    [doneText(row.deeds), row.reason === undefined ? "" : `(${row.reason})`].join(" ").trim(),
  ]);
}

/** The sum of what trials say of it; `-` if none says anything. */
function sumOf({ deeds }: TrialRow, field: "lost" | "doubled" | "wrong"): string {
  const said = deeds.flatMap((deed) => deed[field] ?? []);
  return said.length === 0 ? "-" : String(said.reduce((sum, count) => sum + count, 0));
}

/** Each kind of thing once, with how often it was done in all. */
function doneText(deeds: ReadonlyArray<Deed>): string {
  const counts = new Map<string, number>();
  for (const { done, count } of deeds) counts.set(done, (counts.get(done) ?? 0) + count);
  return [...counts].map(([done, count]) => `${count.toLocaleString("en-US")} ${done}`).join(", ");
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}

function lineOf(cells: ReadonlyArray<string>): string {
  return cells.map((cell, i) => cell.padEnd(WIDTHS[i] ?? 0)).join("").trimEnd();
}

/** How late the timers of one process were. */
export interface Lateness {
  /** The latest one, in milliseconds. */
  readonly worstMs: number;
  /** The sum of all delays by the time that passed. */
  readonly share: number;
}

/** Deadlines of the service are of seconds: a machine that takes one away decides them. */
const WORST_MS_MAX = 1_000;
/** A process that waits this part of its time for a processor is no measure of anything. */
const SHARE_MAX = 0.25;

/** Why the machine was too slow for a verdict; nothing if it was fast enough. */
export function whyTooSlow({ worstMs, share }: Lateness): string | undefined {
  if (worstMs > WORST_MS_MAX) return `a timer was ${Math.round(worstMs)} ms late`;
  if (share > SHARE_MAX) return `timers were late for ${Math.round(share * 100)} % of the time`;
  return undefined;
}
