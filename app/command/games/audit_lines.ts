/**
 * Formats the report of `bun run games audit`.
 *
 * @module
 */
import { tableLines } from "../account/command_output.ts";
import type { AuditLine } from "../../operator/audit_operation.ts";

/** Replaces control characters: titles come from platforms and could move a terminal's cursor. */
const printable = (text: string) => text.replaceAll(/\p{Cc}/gu, "\u{fffd}");

/** Formats the report as lines. An empty report covers only listings that were seen. */
export function auditLines(
  lines: ReadonlyArray<AuditLine>,
  total: number,
): ReadonlyArray<string> {
  if (total === 0) return ["Every listing that was seen is linked to a game with certainty."];
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
