/**
 * `bun run export DIR`: writes a recording as tables, a file a table and day.
 *
 * @module
 */
import { mkdir } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { Effect } from "effect";
import { claimDirectory } from "../../adapters/postgres/engine/directory_claim.ts";
import { recordedDays } from "../../adapters/recording/day_folder.ts";
import { nearestName } from "../../core/nearest_name.ts";
import { EXPORTED_TABLE_NAMES, type ExportedTable } from "../../core/recording/mod.ts";
import { EXPORT_FORMATS } from "../recording/exported/export_plan.ts";
import {
  type ExportProgress,
  exportRecording,
  type ExportReport,
} from "../recording/exported/export_recording.ts";
import { complain, readOrExplain } from "./command_line.ts";
import { progressLine } from "./progress_bar.ts";
import { usageLine } from "../wiring/own_command.ts";

const USAGE = `${
  usageLine("export DIR [--format parquet|csv] [--out OUT] [--tables targets,quotes]")
}
    [--day 2026-11-27,2026-11-28]
Writes a recording as tables, a file a table and UTC day: OUT/quotes/2026-11-27.parquet. What is
written, and has not changed since, is not written again: the same command goes on.
  --format  parquet, which DuckDB reads as it is, or csv; default: parquet
  --out     where to; default: DIR/export
  --tables  some of ${EXPORTED_TABLE_NAMES.join(",")}; default: all
  --day     which days; default: all`;

const NAMES = { format: "text", out: "text", tables: "text", day: "text" } as const;

/** Exports. Exits with 1 where nothing can be read, or something cannot be written. */
export async function main(args: ReadonlyArray<string>): Promise<number> {
  const line = readOrExplain(args, { names: NAMES, usage: USAGE, wordsMax: 1 });
  if (typeof line === "number") return line;
  const { options, words: [folder] } = line;
  if (folder === undefined) return complain("Add the folder of a recording", USAGE);
  const text = (name: keyof typeof NAMES) => options[name]?.toString();
  const format = EXPORT_FORMATS.find((name) => name === (text("format") ?? "parquet"));
  if (format === undefined) {
    return complain(`Cannot use --format "${text("format")}": use parquet or csv`);
  }
  const recorded = await recordedDays(folder);
  if (recorded.length === 0) return complain(`Cannot find a recording in ${folder}`);
  const asked = listed(text("day"));
  const missing = asked?.find((day) => !recorded.includes(day));
  if (missing !== undefined) {
    return complain(`Cannot use --day "${missing}": ${folder} has ${recorded.join(", ")}`);
  }
  const named = listed(text("tables"));
  const wrong = named?.find((name) => !isTable(name));
  if (wrong !== undefined) {
    const near = nearestName(wrong, EXPORTED_TABLE_NAMES);
    const hint = near === undefined ? "" : `; did you mean ${near}?`;
    return complain(
      `Cannot use --tables "${wrong}": use some of ${EXPORTED_TABLE_NAMES.join(",")}${hint}`,
    );
  }
  const out = text("out") ?? join(folder, "export");
  const drawing = makeDrawing();
  const asking = {
    folder,
    out,
    format,
    tables: EXPORTED_TABLE_NAMES.filter((name) => named?.includes(name) ?? true),
    days: recorded.filter((day) => asked?.includes(day) ?? true),
  };
  const exporting = Effect.promise(() =>
    exportRecording(asking, {
      progress: drawing.draw,
      written: ({ name, rows }) => drawing.print(`${join(out, name)}  ${rows} rows`),
    })
  );
  try {
    // One at a time writes to a folder.
    const place = { parent: dirname(resolve(out)), name: basename(resolve(out)), setting: "--out" };
    await mkdir(place.parent, { recursive: true });
    const claim = Effect.mapError(claimDirectory(place), ({ detail }) => new Error(detail));
    const claimed = Effect.scoped(Effect.andThen(claim, exporting));
    drawing.print(...summaryOf(await Effect.runPromise(claimed)));
    return 0;
  } catch (cause) {
    drawing.print();
    const why = cause instanceof Error ? cause.message : String(cause);
    return complain(`Cannot export to ${out}: ${why}`, "Run the same command to go on");
  }
}

const isTable = (name: string): name is ExportedTable =>
  (EXPORTED_TABLE_NAMES as ReadonlyArray<string>).includes(name);

/** Returns what a list names; undefined where it names nothing. */
function listed(text: string | undefined): ReadonlyArray<string> | undefined {
  const names = (text ?? "").split(",").map((name) => name.trim()).filter(Boolean);
  return names.length === 0 ? undefined : names;
}

function summaryOf({ files, unchanged, unreadable, unknown }: ExportReport): ReadonlyArray<string> {
  const rows = files.reduce((sum, file) => sum + file.rows, 0);
  return [
    `${files.length} files written with ${rows} rows, ${unchanged} unchanged`,
    ...[...unreadable].map(([feed, count]) => `${feed}: ${count} left out that cannot be read`),
    ...unknown > 0 ? [`${unknown} left out of markets that the recording does not name`] : [],
  ];
}

const MB = 1_000_000;
const REDRAWN_MS = 500;
const RATE_OVER_MS = 10_000;

/** Redraws the progress in place on a terminal; prints lines of text alone anywhere else. */
function makeDrawing() {
  const isTerminal = process.stdout.isTTY === true;
  let since = { atMs: performance.now(), done: 0 };
  let drawnMs = -Infinity;
  return {
    draw: ({ day, bytesDone, bytesTotal }: ExportProgress) => {
      const nowMs = performance.now();
      if (!isTerminal || nowMs - drawnMs < REDRAWN_MS) return;
      drawnMs = nowMs;
      const done = Math.round(bytesDone / MB);
      const figures = { total: Math.max(done, Math.round(bytesTotal / MB)), done, failed: 0 };
      const bar = progressLine({
        ...figures,
        doneBefore: since.done,
        elapsedMs: nowMs - since.atMs,
      });
      if (nowMs - since.atMs > RATE_OVER_MS) since = { atMs: nowMs, done };
      process.stdout.write(`\r\u001b[K${day}  ${bar}  MB`);
    },
    print: (...lines: ReadonlyArray<string>) => {
      if (isTerminal) process.stdout.write("\r\u001b[K");
      for (const line of lines) console.log(line);
    },
  };
}
