/**
 * The result of the probe: a table for people, JSON for machines, and an exit code.
 *
 * @module
 */
import { tableLines } from "./account/command_output.ts";

/** One line of the table. */
export interface ProbeRow {
  readonly provider: string;
  readonly asks: string;
  readonly outcome: "ok" | "drift" | "refused" | "unreachable" | "off";
  readonly tookMs: number;
  readonly detail: string;
  /** What to do, where the outcome alone does not tell. */
  readonly remedy?: string;
}

/** Formats the table as text. */
export function probeTable(rows: ReadonlyArray<ProbeRow>): string {
  return tableLines(
    ["provider", "outcome", "ms", "question", "answer"],
    rows.map((row) => [row.provider, row.outcome, String(row.tookMs), row.asks, row.detail]),
  ).join("\n");
}

/** Formats the table as JSON: a list of rows with the columns as fields. */
export function probeJson(rows: ReadonlyArray<ProbeRow>): string {
  const lines = rows.map(({ provider, outcome, tookMs, asks, detail }) => ({
    provider,
    outcome,
    ms: tookMs,
    question: asks,
    answer: detail,
  }));
  return JSON.stringify(lines, null, 2);
}

/**
 * Returns the exit code: 1 if any answer cannot be read, 2 if no provider was reached, which is
 * mostly a network problem, and 0 otherwise.
 */
export function probeExitCode(rows: ReadonlyArray<ProbeRow>): 0 | 1 | 2 {
  const asked = rows.filter(({ outcome }) => outcome !== "off");
  if (asked.some(({ outcome }) => outcome === "drift")) return 1;
  return asked.every(({ outcome }) => outcome === "unreachable") ? 2 : 0;
}
