/**
 * How the cost of each path grows, as a table of a line a path.
 *
 * @module
 */
import { aimText } from "../aim.ts";
import type { Finding } from "../benchmark.ts";
import { markdownTable, spreadCell } from "../markdown_table.ts";
import { EXPONENT } from "./path_costs.ts";

const HEAD = ["Path", "Work", "Exponent", "At the least work", "At the most work", "Ratio", "Aim"];

/** The table of these findings, which come path by path: the exponent, then the larger sizes. */
export function growthTable(findings: ReadonlyArray<Finding>): string {
  const rows = findings.flatMap((exponent, at) => {
    if (!exponent.what.endsWith(EXPONENT)) return [];
    const others = findings.slice(at + 1);
    const next = others.findIndex(({ what }) => what.endsWith(EXPONENT));
    const largest = others.at(next === -1 ? -1 : next - 1);
    return largest === undefined ? [] : [rowOf(exponent, largest)];
  });
  return markdownTable([HEAD, ...rows]);
}

function rowOf(exponent: Finding, largest: Finding): ReadonlyArray<string> {
  const path = exponent.what.slice(0, -EXPONENT.length);
  const { unit, value, reference, ratio } = largest;
  return [
    path,
    `${reference?.what.split(" ")[0] ?? ""} to ${largest.what.slice(`${path}, `.length)}`,
    spreadCell(exponent.value),
    reference === undefined ? "" : `${spreadCell(reference.value)} ${unit}`,
    `${spreadCell(value)} ${unit}`,
    ratio === undefined ? "" : spreadCell(ratio),
    aimText(largest),
  ];
}
