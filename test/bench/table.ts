/**
 * Prints findings as a table: one line each, `min/median/max`.
 *
 * @module
 */
import type { Finding } from "./benchmark.ts";
import type { Spread } from "./spread.ts";

const HEAD = ["name", "what", "value", "unit", "reference", "ratio"] as const;

/** The table as text, columns aligned. */
export function tableOf(findings: ReadonlyArray<Finding>): string {
  const rows: ReadonlyArray<ReadonlyArray<string>> = [HEAD, ...findings.map(cellsOf)];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ").trimEnd())
    .join("\n");
}

function cellsOf({ name, what, value, unit, reference, ratio }: Finding): ReadonlyArray<string> {
  return [
    name,
    what,
    spreadText(value),
    unit,
    reference === undefined ? "" : `${reference.what}: ${spreadText(reference.value)}`,
    ratio === undefined ? "" : spreadText(ratio),
  ];
}

function spreadText({ min, median, max }: Spread): string {
  return [min, median, max].map(numberText).join("/");
}

/** A machine repeats no more than three significant digits. */
function numberText(value: number): string {
  return Math.abs(value) >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
}
