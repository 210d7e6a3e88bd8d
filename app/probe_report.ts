/**
 * What the probe has found: for people, for machines, and for whatever started it.
 *
 * @module
 */

/** One line of the table. */
export interface ProbeRow {
  readonly provider: string;
  readonly asks: string;
  readonly outcome: "ok" | "drift" | "refused" | "unreachable" | "off";
  readonly tookMs: number;
  readonly detail: string;
}

/** The table as text. */
export function probeTable(rows: ReadonlyArray<ProbeRow>): string {
  const cells = [
    ["provider", "outcome", "ms", "question", "answer"],
    ...rows.map((row) => [row.provider, row.outcome, String(row.tookMs), row.asks, row.detail]),
  ];
  const widths = [0, 1, 2, 3].map((at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)));
  return cells.map((row) =>
    row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join("  ").trimEnd()
  ).join("\n");
}

/** The table as JSON: a list of rows, with its columns as names. */
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
 * What the process exits with: 1 when any answer was not understood, 2 when nobody who was asked
 * could be reached, which is mostly the network, and 0 otherwise.
 */
export function probeExitCode(rows: ReadonlyArray<ProbeRow>): 0 | 1 | 2 {
  const asked = rows.filter(({ outcome }) => outcome !== "off");
  if (asked.some(({ outcome }) => outcome === "drift")) return 1;
  return asked.every(({ outcome }) => outcome === "unreachable") ? 2 : 0;
}
