/**
 * Tables in Markdown, columns aligned.
 *
 * @module
 */
import { numberText, type Spread } from "./spread.ts";
import { widthsOf } from "./table.ts";

/** The rows as a table, the first of which is its head. */
export function markdownTable(rows: ReadonlyArray<ReadonlyArray<string>>): string {
  const escaped = rows.map((row) => row.map((cell) => cell.replaceAll("|", "\\|")));
  const widths = widthsOf(escaped);
  const [head = "", ...lines] = escaped.map((row) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`
  );
  return [head, `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`, ...lines].join("\n");
}

/** The median, with the spread where there is one. */
export function spreadCell({ min, median, max }: Spread): string {
  const [low, middle, high] = [min, median, max].map(numberText);
  return low === high ? `${middle}` : `${middle} (${low} to ${high})`;
}
