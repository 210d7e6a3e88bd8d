/**
 * Formats the result of a backfill as a small table for a terminal.
 *
 * @module
 */
import { toIsoSeconds } from "../../core/time/mod.ts";
import { type BackfillProgress, missingCount } from "../../core/use_case/price/mod.ts";

/** Formats one line per source, then what is missing and why, then disputes; no final newline. */
export function backfillTable(progress: BackfillProgress): string {
  const { total, done, storedBefore, found, missing, disputes } = progress;
  const rows: ReadonlyArray<readonly [name: string, count: number]> = [
    ["stored before", storedBefore],
    ...Object.entries(found).toSorted(([, a], [, b]) => b - a),
    ["missing", missingCount(progress)],
    ...(done < total ? [["not tried", total - done] as const] : []),
  ];
  const shown = rows.filter(([name, count]) => count > 0 || name === "missing");
  const nameChars = Math.max(...shown.map(([name]) => name.length));
  const countChars = String(total).length;
  const line = (name: string, count: number) =>
    `  ${name.padEnd(nameChars)}  ${String(count).padStart(countChars)}`;
  return [
    "Windows",
    ...shown.map(([name, count]) => line(name, count)),
    ...(missing.length > 0 ? ["Missing"] : []),
    ...missing.flatMap(missingLines),
    ...(disputes.count > 0 ? [disputesTitle(disputes)] : []),
    ...disputes.listed.map(({ startSec, finalPrice, nextPrice }) =>
      `  ${toIsoSeconds(startSec)} ended at ${finalPrice}, the next one began at ${nextPrice}`
    ),
  ].join("\n");
}

/** Formats a reason, and the starts of the windows that it applies to. */
function missingLines(
  { reason, count, firstStartSec, lastStartSec, listed }: BackfillProgress["missing"][number],
): ReadonlyArray<string> {
  if (count === 1) return [`  ${toIsoSeconds(firstStartSec)}: ${reason}`];
  const more = count > listed.length ? `, and ${count - listed.length} more` : "";
  return [
    `  ${count} between ${toIsoSeconds(firstStartSec)} and ${
      toIsoSeconds(lastStartSec)
    }: ${reason}`,
    `    ${listed.map(toIsoSeconds).join(", ")}${more}`,
  ];
}

function disputesTitle({ count, listed }: BackfillProgress["disputes"]): string {
  const part = listed.length < count ? `, of which the first ${listed.length}` : "";
  const whose = count === 1 ? "a window's final price is" : `${count} windows' final prices are`;
  return `Disputed: ${whose} not the next one's target${part}`;
}
