/**
 * Prints findings as a table: one line each, `min/median/max`.
 *
 * @module
 */
import { aimText } from "./aim.ts";
import type { Finding } from "./benchmark.ts";
import { spreadText } from "./spread.ts";

const HEAD = ["name", "what", "value", "unit", "reference", "ratio", "aim"] as const;

/** The table as text, columns aligned. */
export function tableOf(findings: ReadonlyArray<Finding>): string {
  return alignedText([HEAD, ...findings.map(cellsOf)]);
}

/** Rows of cells as text, columns aligned. */
export function alignedText(rows: ReadonlyArray<ReadonlyArray<string>>): string {
  const widths = widthsOf(rows);
  return rows
    .map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ").trimEnd())
    .join("\n");
}

/** The width of each column. */
export function widthsOf(rows: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<number> {
  return (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0))
  );
}

function cellsOf(finding: Finding): ReadonlyArray<string> {
  const { name, what, value, unit, reference, ratio } = finding;
  return [
    name,
    what,
    spreadText(value),
    unit,
    reference === undefined ? "" : `${reference.what}: ${spreadText(reference.value)}`,
    ratio === undefined ? "" : spreadText(ratio),
    aimText(finding),
  ];
}
