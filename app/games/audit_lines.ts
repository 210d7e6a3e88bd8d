/**
 * What `bun run games audit` prints.
 *
 * @module
 */
import { tableLines } from "../account/printed.ts";
import type { AuditLine } from "../operator/games_order.ts";

/** Titles are written by others: what would move a terminal's cursor is shown as a mark. */
const printable = (text: string) => text.replaceAll(/\p{Cc}/gu, "\u{fffd}");

/** The report as lines. None found says nothing of what was not looked at. */
export function auditLines(
  lines: ReadonlyArray<AuditLine>,
  total: number,
): ReadonlyArray<string> {
  if (total === 0) return ["No listing that was seen is without a game that is certain."];
  const rows = lines.map((line) => [
    line.source,
    line.league,
    line.kickoff ?? "-",
    line.confidence ?? "unmatched",
    line.title,
    line.key,
  ]);
  const [head = "", ...table] = tableLines(
    ["platform", "league", "kickoff", "link", "title", "key"],
    rows,
  );
  const details = lines.map(({ gameId, why, near }) =>
    [gameId === null ? why : `${why} (${gameId})`, ...near].filter((line) => line !== "")
      .map((line) => `    ${line}`)
  );
  const shown = lines.length < total ? [`${lines.length} of ${total}; --limit shows more`] : [];
  return [head, ...table.flatMap((row, i) => [row, ...details[i] ?? []]), ...shown].map(printable);
}
