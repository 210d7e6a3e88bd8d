/**
 * What of an export is to be written: what a folder already has of an unchanged recording is not.
 *
 * @module
 */
import { join } from "node:path";
import {
  type ExportManifest,
  isUpToDate,
  type WrittenFile,
} from "../../../adapters/recording/export_manifest.ts";
import { sizeOfFeed } from "../../../adapters/recording/readable_blocks.ts";
import type { ExportedTable, Feed } from "../../../core/recording/mod.ts";
import { DAY_SEC } from "../../../core/time/mod.ts";

/** The formats of the files. */
export const EXPORT_FORMATS = ["parquet", "csv"] as const;

/** One of {@linkcode EXPORT_FORMATS}. */
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** What is asked for. */
export interface AskedExport {
  readonly folder: string;
  readonly out: string;
  readonly format: ExportFormat;
  readonly tables: ReadonlyArray<ExportedTable>;
  /** UTC days of the recording, oldest first. */
  readonly days: ReadonlyArray<string>;
}

/** What is to be written of a day. */
export interface DayPlan {
  readonly day: string;
  readonly tables: ReadonlySet<ExportedTable>;
  /** The day before, which may have told of the day's windows; undefined where nobody needs it. */
  readonly before: string | undefined;
  /** The sizes of what each table is made from. */
  readonly from: ReadonlyMap<ExportedTable, WrittenFile["from"]>;
  /** How much of the recording is read. */
  readonly bytes: number;
}

/** What each table is made from. */
const MADE_FROM: Readonly<Record<ExportedTable, ReadonlyArray<Feed>>> = {
  targets: ["published"],
  windows: ["published"],
  quotes: ["published"],
  oracle: ["oracle", "relay"],
  book: ["books", "published", "metadata"],
  trades: ["books", "published", "metadata"],
};

/** The tables that need to know the windows of the day before. */
const OVER_MIDNIGHT: ReadonlyArray<ExportedTable> = ["quotes", "book", "trades"];

/** Returns the name of a file in an export's folder. */
export function exportedName(table: ExportedTable, day: string, format: ExportFormat): string {
  return `${table}/${day}.${format}`;
}

/** Returns what is to be written, day by day; days that are written already have no tables. */
export async function exportPlan(
  { folder, out, format, tables, days }: AskedExport,
  manifest: ExportManifest,
): Promise<ReadonlyArray<DayPlan>> {
  const plans: Array<DayPlan> = [];
  let known: string | undefined;
  for (const day of days) {
    const sizeOf = async (feed: Feed) => await sizeOfFeed({ folder, day, feed });
    const from = new Map<ExportedTable, WrittenFile["from"]>();
    const needed = new Set<ExportedTable>();
    for (const table of tables) {
      const feeds = MADE_FROM[table];
      const sizes = await Promise.all(feeds.map(sizeOf));
      const made = Object.fromEntries(feeds.map((feed, at) => [feed, sizes[at] ?? 0]));
      from.set(table, made);
      const name = exportedName(table, day, format);
      if (!await isUpToDate(join(out, name), manifest[name], made)) needed.add(table);
    }
    const before = OVER_MIDNIGHT.some((table) => needed.has(table)) ? dayBefore(day) : undefined;
    const told = before === undefined || before === known
      ? 0
      : await sizeOfFeed({ folder, day: before, feed: "published" });
    const reads = readsOf(needed);
    const bytes = (await Promise.all(reads.map(sizeOf))).reduce((sum, size) => sum + size, told);
    plans.push({ day, tables: needed, before, from, bytes });
    known = reads.includes("published") ? day : undefined;
  }
  return plans;
}

/** Whether the windows of a day are told of first: its prices and its books are theirs. */
export function needsWindows(tables: ReadonlySet<ExportedTable>): boolean {
  return [...tables].some((table) => table !== "oracle");
}

/** Returns the feeds that are read, each as often as it is. */
function readsOf(tables: ReadonlySet<ExportedTable>): ReadonlyArray<Feed> {
  return [
    ...needsWindows(tables) ? ["published" as const] : [],
    ...tables.has("targets") || tables.has("quotes") ? ["published" as const] : [],
    ...tables.has("oracle") ? ["oracle" as const, "relay" as const] : [],
    ...tables.has("book") || tables.has("trades") ? ["metadata" as const, "books" as const] : [],
  ];
}

function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - DAY_SEC * 1000).toISOString().slice(0, 10);
}
