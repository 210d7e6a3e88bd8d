/**
 * Exports a recording: a file a table and day, each written whole or not at all.
 *
 * @module
 */
import {
  type ExportManifest,
  readExportManifest,
  writeExportManifest,
} from "../../../adapters/recording/export_manifest.ts";
import { readableBlocks } from "../../../adapters/recording/readable_blocks.ts";
import type { ExportedTable, Feed, Received } from "../../../core/recording/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { makeBookRows } from "./book_rows.ts";
import { type AddRow, type WholeFile, writeTables } from "./day_tables.ts";
import { type AskedExport, type DayPlan, exportPlan, needsWindows } from "./export_plan.ts";
import { makeOracleRows } from "./oracle_rows.ts";
import { quoteRows, targetRow } from "./published_rows.ts";
import { readToldMarkets, TOKENS_FIELD } from "./told_markets.ts";
import { ToldWindows } from "./told_windows.ts";

/** How far an export is. */
export interface ExportProgress {
  readonly day: string;
  readonly bytesDone: number;
  readonly bytesTotal: number;
}

/** What an export has done. */
export interface ExportReport {
  readonly files: ReadonlyArray<WholeFile>;
  /** How many files were written before, and nothing has changed since. */
  readonly unchanged: number;
  /** Lines, frames and levels that cannot be read, by feed. */
  readonly unreadable: ReadonlyMap<Feed, number>;
  /** What is of windows that nothing tells of: no slug is known. */
  readonly unknown: number;
}

/** Who is told of what an export does. */
export interface ExportWatch {
  readonly progress: (progress: ExportProgress) => void;
  readonly written: (file: WholeFile) => void;
}

/** Exports what is asked for. Rejects where a file cannot be written; what is whole stays. */
export async function exportRecording(
  asked: AskedExport,
  watch: ExportWatch,
): Promise<ExportReport> {
  let manifest: ExportManifest = await readExportManifest(asked.out);
  const plans = await exportPlan(asked, manifest);
  const state = new Exporting(asked, watch, plans.reduce((sum, { bytes }) => sum + bytes, 0));
  for (const plan of plans) {
    for await (const file of state.exportDay(plan)) {
      const { table, name, rows, bytes } = file;
      manifest = { ...manifest, [name]: { rows, bytes, from: plan.from.get(table) ?? {} } };
      await writeExportManifest(asked.out, manifest);
      watch.written(file);
    }
  }
  return state.report(asked.days.length * asked.tables.length);
}

/** One export while it goes on. */
class Exporting {
  readonly #files: Array<WholeFile> = [];
  readonly #unreadable = new Map<Feed, number>();
  #unknown = 0;
  #bytesDone = 0;
  #day = "";
  /** The windows of the day that was read last. */
  #told: { readonly day: string; readonly windows: ToldWindows } | undefined;

  readonly #asked: AskedExport;
  readonly #watch: ExportWatch;
  readonly #bytesTotal: number;

  constructor(asked: AskedExport, watch: ExportWatch, bytesTotal: number) {
    this.#asked = asked;
    this.#watch = watch;
    this.#bytesTotal = bytesTotal;
  }

  report(asked: number): ExportReport {
    const files = this.#files;
    const unchanged = asked - files.length;
    return { files, unchanged, unreadable: this.#unreadable, unknown: this.#unknown };
  }

  /** Writes what is planned of a day. Returns the files as they are whole. */
  async *exportDay(plan: DayPlan): AsyncGenerator<WholeFile> {
    const { day, tables } = plan;
    this.#day = day;
    if (needsWindows(tables)) {
      const before = await this.#windowsOf(plan.before);
      const windows = await this.#windowsOf(day) ?? new ToldWindows();
      this.#told = { day, windows };
      const known = { windows, before };
      yield* this.#write(plan, ["windows", "targets", "quotes"], async (add) => {
        for (const row of windows.rows()) add("windows", row);
        if (tables.has("targets") || tables.has("quotes")) await this.#published(day, known, add);
      });
      yield* this.#write(plan, ["book", "trades"], (add) => this.#books(day, known, add));
    }
    yield* this.#write(plan, ["oracle"], (add) => this.#oracle(day, add));
  }

  async *#write(
    { day, tables }: DayPlan,
    together: ReadonlyArray<ExportedTable>,
    fill: (add: AddRow) => Promise<void>,
  ): AsyncGenerator<WholeFile> {
    const wanted = together.filter((table) => tables.has(table));
    if (wanted.length === 0) return;
    const files = await writeTables({ ...this.#asked, day, tables: wanted }, fill);
    this.#files.push(...files);
    yield* files;
  }

  async #windowsOf(day: string | undefined): Promise<ToldWindows | undefined> {
    if (day === undefined) return undefined;
    if (this.#told?.day === day) return this.#told.windows;
    const windows = new ToldWindows();
    const isOfWindow = (line: string) => line.includes('{\\"type\\":\\"window\\"');
    const take = ({ text }: Received) => windows.take(text);
    await this.#read(day, "published", { take, isWanted: isOfWindow });
    return windows;
  }

  async #published(day: string, { windows, before }: KnownWindows, add: AddRow): Promise<void> {
    const slugOf = (place: Parameters<ToldWindows["slugOf"]>[0]) =>
      windows.slugOf(place) ?? before?.slugOf(place);
    const isWanted = (line: string) =>
      line.includes('{\\"type\\":\\"quote\\"') || line.includes('{\\"type\\":\\"target\\"');
    const take = (received: Received) => {
      if (received.about.startsWith("targets:")) {
        const row = targetRow(received, windows);
        if (row !== undefined) add("targets", row);
        return row !== undefined;
      }
      const rows = quoteRows(received, slugOf);
      if (rows === "unknown") this.#unknown += 1;
      else for (const row of rows ?? []) add("quotes", row);
      return rows !== undefined;
    };
    await this.#read(day, "published", { take, isWanted, isAgain: true });
  }

  async #books(day: string, { windows, before }: KnownWindows, add: AddRow): Promise<void> {
    await this.#read(day, "metadata", {
      take: ({ text }) => {
        for (const [tokenId, outcome] of readToldMarkets(text)) {
          windows.takeOutcome(tokenId, outcome);
        }
        return true;
      },
      isWanted: (line) => line.includes(TOKENS_FIELD),
    });
    const outcomeOf = (tokenId: string) => windows.outcomeOf(tokenId) ?? before?.outcomeOf(tokenId);
    const rowsOf = makeBookRows(outcomeOf);
    const take = (received: Received) => {
      const { book, trades, unreadable, unknown } = rowsOf(received);
      for (const row of book) add("book", row);
      for (const row of trades) add("trades", row);
      this.#unknown += unknown;
      return unreadable === 0;
    };
    await this.#read(day, "books", { take });
  }

  async #oracle(day: string, add: AddRow): Promise<void> {
    const numbers = makeOracleRows(UnixSec(Date.parse(`${day}T00:00:00Z`) / 1000));
    for (const feed of ["oracle", "relay"] as const) {
      const take = (received: Received) => {
        const rows = numbers.take(received);
        for (const row of rows ?? []) add("oracle", row);
        return rows !== undefined;
      };
      await this.#read(day, feed, { take });
    }
  }

  /** Reads a feed of a day. `take` returns whether it could read what was received. */
  async #read(
    day: string,
    feed: Feed,
    { take, isWanted, isAgain = false }: {
      readonly take: (received: Received) => boolean;
      readonly isWanted?: (line: string) => boolean;
      /** What is lost was counted before. */
      readonly isAgain?: boolean;
    },
  ): Promise<void> {
    const { folder } = this.#asked;
    for await (const block of readableBlocks({ folder, day, feed, isWanted })) {
      let unreadable = block.unreadable + (isAgain ? 0 : block.lost);
      for (const received of block.received) if (!take(received)) unreadable += 1;
      // Of the day before nothing is exported here.
      if (unreadable > 0 && day === this.#day) {
        this.#unreadable.set(feed, (this.#unreadable.get(feed) ?? 0) + unreadable);
      }
      this.#bytesDone += block.bytes;
      const [bytesDone, bytesTotal] = [this.#bytesDone, this.#bytesTotal];
      this.#watch.progress({ day: this.#day, bytesDone, bytesTotal });
    }
  }
}

/** The windows of a day, and of the one before it. */
interface KnownWindows {
  readonly windows: ToldWindows;
  readonly before: ToldWindows | undefined;
}
