/**
 * `bun run coverage DIR [DAY]`: says which seconds a recording has, and which are missing.
 *
 * @module
 */
import { recordedDays } from "../../adapters/recording/day_folder.ts";
import type { Feed } from "../../core/recording/mod.ts";
import { toIsoSeconds } from "../../core/time/mod.ts";
import {
  type CoverageRow,
  type DayCoverage,
  dayCoverage,
  type FeedCoverage,
} from "../recording/day_coverage.ts";
import { complain, readOrExplain } from "./command_line.ts";
import { usageLine } from "../wiring/own_command.ts";

const USAGE = `${usageLine("coverage DIR [DAY] [--json]")}
Says which seconds of a recording are missing, feed by feed: of one UTC day such as 2026-11-27, or
of each.
  --json  one line of JSON a day, with every missing range`;

/** How many missing ranges of a topic the table shows. */
const RANGES_SHOWN = 5;

/** Prints it. Exits with 0 whatever is missing, and with 1 where there is no such recording. */
export async function main(args: ReadonlyArray<string>): Promise<number> {
  const line = readOrExplain(args, { names: { json: "flag" }, usage: USAGE, wordsMax: 2 });
  if (typeof line === "number") return line;
  const { options, words: [folder, day] } = line;
  if (folder === undefined) return complain("Add the folder of a recording", USAGE);
  const days = await recordedDays(folder);
  if (days.length === 0) return complain(`Cannot find a recording in ${folder}`);
  if (day !== undefined && !days.includes(day)) {
    return complain(`Cannot find the day "${day}" in ${folder}: it has ${days.join(", ")}`);
  }
  for (const one of day === undefined ? days : [day]) {
    const coverage = await dayCoverage(folder, one);
    console.log(options["json"] === true ? jsonOf(one, coverage) : tableOf(one, coverage));
  }
  return 0;
}

function jsonOf(day: string, { recorded, rows, feeds, bookBreaks }: DayCoverage): string {
  return JSON.stringify({
    day,
    from: recorded === undefined ? null : toIsoSeconds(recorded.startSec),
    until: recorded === undefined ? null : toIsoSeconds(recorded.endSec),
    feeds: Object.fromEntries(
      [...feeds].map(([feed, { frames, answers, reconnects, dropped }]) => [feed, {
        frames,
        answers,
        reconnects,
        dropped,
        ...(feed === "books" ? { hash_breaks: bookBreaks } : {}),
      }]),
    ),
    topics: rows.map(({ feed, topic, seconds, missing }) => ({
      feed,
      topic,
      seconds,
      missing: missingSeconds({ missing }),
      ranges: missing.map(({ startSec, endSec }) => ({
        from: toIsoSeconds(startSec),
        until: toIsoSeconds(endSec),
      })),
    })),
  });
}

function missingSeconds({ missing }: Pick<CoverageRow, "missing">): number {
  return missing.reduce((sum, { startSec, endSec }) => sum + endSec - startSec, 0);
}

const COLUMNS = [10, 14, 10, 10] as const;

function tableOf(day: string, coverage: DayCoverage): string {
  const { recorded, rows, feeds, bookBreaks } = coverage;
  if (recorded === undefined) return `${day}  nothing`;
  const span = `${toIsoSeconds(recorded.startSec)} to ${toIsoSeconds(recorded.endSec)}`;
  return [
    `${day}  recorded from ${span}`,
    columns(["feed", "topic", "seconds", "missing"]),
    ...rows.flatMap((row) => [
      columns([row.feed, row.topic || "all", String(row.seconds), String(missingSeconds(row))]),
      ...rangeLines(row),
    ]),
    ...[...feeds].map((one) => feedLine(one, bookBreaks)),
  ].join("\n");
}

function columns(cells: ReadonlyArray<string>): string {
  return cells.map((cell, at) => `${cell} `.padEnd(COLUMNS[at] ?? 0)).join("").trimEnd();
}

function rangeLines({ missing }: CoverageRow): ReadonlyArray<string> {
  const shown = missing.slice(0, RANGES_SHOWN).map(({ startSec, endSec }) =>
    `  missing ${toIsoSeconds(startSec)} to ${toIsoSeconds(endSec)}, ${endSec - startSec} s`
  );
  const more = missing.length - shown.length;
  return more > 0 ? [...shown, `  and ${more} more: --json has them all`] : shown;
}

function feedLine(
  [feed, { frames, answers, reconnects, dropped }]: readonly [Feed, FeedCoverage],
  bookBreaks: number,
): string {
  const breaks = feed === "books" ? `, ${bookBreaks} books doubted` : "";
  return `${feed}: ${frames} frames, ${answers} answers, ${reconnects} sockets lost, ` +
    `${dropped} not kept${breaks}`;
}
