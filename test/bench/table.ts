/** Findings as the rows of a Markdown table. @module */
import type { Finding, Spread } from "./benchmark.ts";

/** What each cell of {@linkcode cellsOf} is. */
export const HEAD = ["Bench", "Path", "Ours", "Reference", "Ratio", "Aim"] as const;

/** A finding as a row. */
export function cellsOf(finding: Finding): ReadonlyArray<string> {
  const { name, what, unit, value, reference, ratio } = finding;
  return [
    `\`${name}\``,
    what,
    `${spreadText(value)} ${unit}`,
    `${reference.what}: ${numberText(reference.value[1])}`,
    spreadText(ratio),
    aimText(finding),
  ];
}

/** The rows as a table, columns aligned; the first is its head. */
export function markdownTable(rows: ReadonlyArray<ReadonlyArray<string>>): string {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]!.length)));
  const [head, ...lines] = rows.map((row) =>
    `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(" | ")} |`
  );
  return [head, `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`, ...lines].join("\n");
}

/** The median, with the spread where there is one. */
export function spreadText([min, median, max]: Spread): string {
  const [low, middle, high] = [min, median, max].map(numberText);
  return low === high ? `${middle}` : `${middle} (${low} to ${high})`;
}

/** A machine repeats no more than three significant digits. */
function numberText(value: number): string {
  return Math.abs(value) >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
}

/** The aim and whether the median meets it; empty if the finding has none. */
function aimText({ aim, better, unit, value, reference, ratio }: Finding): string {
  if (aim === undefined) return "";
  const [median, bound, text] = "ratio" in aim
    ? [ratio[1], aim.ratio, String(aim.ratio)]
    : "beyond" in aim
    ? [value[1] - reference.value[1], aim.beyond, `${aim.beyond} ${unit} more`]
    : [value[1], aim.value, `${aim.value} ${unit}`];
  const isMet = better === "higher" ? median >= bound : median <= bound;
  return `${text}: ${isMet ? "met" : "missed"}`;
}
