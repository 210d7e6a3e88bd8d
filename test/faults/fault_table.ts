/**
 * The table of a run: one line a fault.
 *
 * @module
 */
import type { FaultRow } from "./run_faults.ts";

const HEAD = [
  "fault",
  "load held",
  "wrong",
  "lost",
  "doubled",
  "longest answer",
  "recovered in",
  "orders reconciled in",
  "published as missing",
];

/** The rows as Markdown, columns aligned. */
export function faultTable(rows: ReadonlyArray<FaultRow>): string {
  const cells = [HEAD, ...rows.map(cellsOf)];
  const widths = HEAD.map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)));
  const lines = cells.map((row) => lineOf(row.map((cell, at) => cell.padEnd(widths[at] ?? 0))));
  const rule = lineOf(widths.map((width) => "-".repeat(width)));
  return [lines[0], rule, ...lines.slice(1)].join("\n");
}

/** Says what must not be so in a row: a flaw, less than the fault's floor, or no recovery. */
export function harmsOf({ floor, tally, recoveredMs }: FaultRow): ReadonlyArray<string> {
  const { sent, held, wrong, lost, doubled, missing } = tally;
  const heldMin = Math.max(1, floor.heldMin * sent);
  return [
    ...(wrong + lost + doubled > 0 ? [`${wrong} wrong, ${lost} lost, ${doubled} doubled`] : []),
    ...(held < heldMin ? [`${held} of ${sent} held, not ${Math.ceil(heldMin)}`] : []),
    ...(missing > floor.missingMax ? [`${missing} published as missing`] : []),
    ...(recoveredMs === undefined ? ["never recovered"] : []),
  ];
}

function cellsOf({ name, tally, recoveredMs }: FaultRow): ReadonlyArray<string> {
  const { sent, held, wrong, lost, doubled, missing, longestMs, settledMs } = tally;
  return [
    name,
    sent === 0 ? "-" : `${(Math.floor(1_000 * held / sent) / 10).toFixed(1)} %`,
    String(wrong),
    String(lost),
    String(doubled),
    secondsText(longestMs),
    recoveredMs === undefined ? "never" : secondsText(recoveredMs),
    secondsText(settledMs),
    String(missing),
  ];
}

function secondsText(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}

function lineOf(cells: ReadonlyArray<string>): string {
  return `| ${cells.join(" | ")} |`;
}
