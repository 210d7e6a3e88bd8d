/** Days that are recorded for tests, and what an export has of them. @module */
import { MAINNET_FEEDS } from "../../../../adapters/chainlink/feed_table.ts";
import { WINDOW_EXAMPLE } from "../../../../adapters/http/window/wire_window_state.ts";
import { Recorder } from "../../../../adapters/recording/recorder.ts";
import {
  type ExportProgress,
  exportRecording,
  type ExportReport,
} from "../../../../app/recording/exported/export_recording.ts";
import { encodeFullReport } from "../../../../app/simulator/chainlink/full_report.ts";
import {
  EXPORTED_TABLE_NAMES,
  type ExportedTable,
  type Feed,
  type Received,
} from "../../../../core/recording/mod.ts";

export const DAY = "2026-01-01";
export const START_SEC: number = WINDOW_EXAMPLE.start;
export const [UP, DOWN] = WINDOW_EXAMPLE.market.outcomes;
export const SLUG = WINDOW_EXAMPLE.slug;

/** What is received so many milliseconds after the window opened. */
export const at = (
  ms: number,
  feed: Feed,
  text: unknown,
  fields: Partial<Received> = {},
): Received => ({
  feed,
  kind: "frame",
  atMs: START_SEC * 1000 + ms,
  providerMs: null,
  provider: "somebody",
  about: "",
  text: typeof text === "string" ? text : JSON.stringify(text),
  ...fields,
});

/** A window's frame. Its numbers are JSON text, to have every digit. */
export const windowFrame = (ms: number, fields: object = {}): Received =>
  at(ms, "published", {
    type: "window",
    topic: "windows:btc:5min",
    seq: START_SEC,
    phase: "open",
    window: { ...WINDOW_EXAMPLE, ...fields },
  }, { about: "windows:btc:5min" });

/** A signed report of the oracle. */
export function reportOf(name: string, sec: number, priceE18: bigint) {
  const feedID = MAINNET_FEEDS.get(name) ?? "";
  const fullReport = encodeFullReport(feedID, { validFromSec: sec, observedSec: sec, priceE18 });
  return { feedID, validFromTimestamp: sec, observationsTimestamp: sec, fullReport };
}

/** Records it. */
export async function record(folder: string, received: ReadonlyArray<Received>): Promise<void> {
  const recorder = await Recorder.open({ folder, bytesMax: Infinity });
  for (const one of received) recorder.keep(one);
  await recorder.close();
}

/** Exports as CSV, and returns the lines of each table of the day, with the report. */
export async function exported(
  folder: string,
  {
    tables = EXPORTED_TABLE_NAMES,
    days = [DAY],
  }: { readonly tables?: ReadonlyArray<ExportedTable>; readonly days?: ReadonlyArray<string> } = {},
): Promise<{
  readonly report: ExportReport;
  readonly written: ReadonlyArray<string>;
  readonly progress: ReadonlyArray<ExportProgress>;
  readonly linesOf: (table: ExportedTable, day?: string) => Promise<ReadonlyArray<string>>;
}> {
  const out = `${folder}/export`;
  const written: Array<string> = [];
  const progress: Array<ExportProgress> = [];
  const report = await exportRecording(
    { folder, out, format: "csv", tables, days },
    { progress: (one) => progress.push(one), written: ({ name }) => written.push(name) },
  );
  const linesOf = async (table: ExportedTable, day = DAY) =>
    (await Bun.file(`${out}/${table}/${day}.csv`).text()).split("\r\n").slice(1, -1);
  return { report, written, progress, linesOf };
}
