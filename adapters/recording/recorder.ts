/**
 * Records what is received into a folder: a folder a day, and in it a file a feed.
 *
 * Keeping costs its caller the writing of one line of JSON in memory. Lines wait for a block, and
 * blocks for the disk; where the disk is too slow, what is new is dropped, counted, and noted.
 *
 * @module
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { RecordingReport } from "../../core/port/recording.ts";
import { type Feed, FEEDS, type Received, receivedLine } from "../../core/recording/mod.ts";
import { BlockFile } from "./block_file.ts";
import { dataFile, dayOf } from "./day_folder.ts";
import { freeSpace } from "./free_space.ts";
import { writeManifest, type WrittenFeeds } from "./manifest.ts";

/** Where to record, and what to keep of it. */
export interface RecorderOptions {
  readonly folder: string;
  /** The oldest days make way for new ones above it. A day that is larger alone is not finished. */
  readonly bytesMax: number;
}

/** A block is written at this size, if the second has not ended before. */
const BLOCK_CHARS_MAX = 1_048_576;
/** What waits for the disk is bounded. */
const WAITING_CHARS_MAX = 64 * 1_048_576;

/** Lines of one feed and day that wait for their block. */
interface Waiting {
  readonly day: string;
  readonly feed: Feed;
  lines: Array<string>;
  chars: number;
  /** How many were received, and how many the notes among them count that were dropped before. */
  received: number;
  dropped: number;
  fromMs: number;
  untilMs: number;
}

/** A file that is being written. */
interface OpenFile {
  readonly day: string;
  readonly feed: Feed;
  readonly file: BlockFile;
}

/** Records into one folder. One at a time writes to it. */
export class Recorder {
  readonly #options: RecorderOptions;
  /** By path. */
  readonly #files = new Map<string, OpenFile>();
  readonly #waiting = new Map<Feed, Waiting>();
  readonly #droppedOf = new Map<Feed, number>();
  #newestDay = "";
  /** The day that is larger than what may be kept; empty where none is. */
  #fullDay = "";
  #waitingChars = 0;
  #bytes: number;
  #kept = 0;
  #dropped = 0;
  #lastMs = 0;
  #failure: string | undefined;
  #writing: Promise<void> = Promise.resolve();

  private constructor(options: RecorderOptions, bytes: number) {
    this.#options = options;
    this.#bytes = bytes;
  }

  /** Opens a folder, which is made where there is none. Rejects where that cannot be. */
  static async open(options: RecorderOptions): Promise<Recorder> {
    await mkdir(options.folder, { recursive: true });
    const bytes = await freeSpace(options.folder, options.bytesMax);
    return new Recorder(options, bytes);
  }

  get state(): RecordingReport {
    return {
      state: "recording",
      bytes: this.#bytes,
      kept: this.#kept,
      dropped: this.#dropped,
      failure: this.#failure,
      lastMs: this.#lastMs,
    };
  }

  /** Keeps what was received, or drops it. Never waits. */
  keep(received: Received): void {
    const { feed, atMs } = received;
    const dropped = this.#droppedOf.get(feed) ?? 0;
    const isFull = this.#fullDay !== "" && dayOf(atMs) <= this.#fullDay;
    if (isFull || this.#waitingChars + received.text.length > WAITING_CHARS_MAX) {
      this.#droppedOf.set(feed, dropped + 1);
      this.#dropped += 1;
      return;
    }
    if (dropped > 0) {
      this.#droppedOf.delete(feed);
      const told = { ...received, kind: "dropped", providerMs: null, text: "" } as const;
      this.#add(feed, atMs, receivedLine({ ...told, about: String(dropped) })).dropped += dropped;
    }
    this.#add(feed, atMs, receivedLine(received)).received += 1;
    this.#kept += 1;
    this.#lastMs = atMs;
  }

  /** Writes what waits. Resolves when it is written. Called each second. */
  flush(): Promise<void> {
    for (const feed of FEEDS) this.#close(feed);
    return this.#afterWriting(() => this.#closeDays((day) => day < this.#newestDay));
  }

  /** Writes what waits, and what there is to say of the days. */
  async close(): Promise<void> {
    await this.flush();
    await this.#afterWriting(() => this.#closeDays(() => true));
  }

  #add(feed: Feed, atMs: number, line: string): Waiting {
    const day = dayOf(atMs);
    const known = this.#waiting.get(feed);
    if (known !== undefined && known.day !== day) this.#close(feed);
    const waiting = this.#waiting.get(feed) ??
      { day, feed, lines: [], chars: 0, received: 0, dropped: 0, fromMs: atMs, untilMs: atMs };
    this.#waiting.set(feed, waiting);
    waiting.lines.push(line);
    waiting.chars += line.length;
    waiting.untilMs = atMs;
    this.#waitingChars += line.length;
    if (waiting.chars >= BLOCK_CHARS_MAX) this.#close(feed);
    return waiting;
  }

  /** Hands the lines of a feed to the disk, as a block. */
  #close(feed: Feed): void {
    const waiting = this.#waiting.get(feed);
    if (waiting === undefined) return;
    this.#waiting.delete(feed);
    void this.#afterWriting(() => this.#write(waiting));
  }

  #afterWriting(act: () => Promise<void>): Promise<void> {
    this.#writing = this.#writing.then(act).catch((cause) => {
      this.#failure = cause instanceof Error ? cause.message : String(cause);
    });
    return this.#writing;
  }

  async #write(block: Waiting): Promise<void> {
    const { day, feed, chars, received, dropped } = block;
    try {
      const file = await this.#fileOf(day, feed);
      this.#bytes += await file.append(block);
      this.#failure = undefined;
    } catch (cause) {
      this.#dropped += received;
      this.#kept -= received;
      this.#droppedOf.set(feed, (this.#droppedOf.get(feed) ?? 0) + received + dropped);
      throw cause;
    } finally {
      this.#waitingChars -= chars;
    }
    const { folder, bytesMax } = this.#options;
    if (this.#bytes > bytesMax) this.#bytes = await freeSpace(folder, bytesMax);
    // The next day is begun all the same: this one makes way for it.
    this.#fullDay = this.#bytes > bytesMax ? this.#newestDay : "";
  }

  async #fileOf(day: string, feed: Feed): Promise<BlockFile> {
    const path = dataFile(this.#options.folder, { day, feed });
    const known = this.#files.get(path);
    if (known !== undefined) return known.file;
    await mkdir(join(this.#options.folder, day), { recursive: true });
    const file = await BlockFile.open(path);
    this.#files.set(path, { day, feed, file });
    if (day > this.#newestDay) this.#newestDay = day;
    return file;
  }

  /** Closes the files of days, and says in each day's manifest what they have. */
  async #closeDays(isOver: (day: string) => boolean): Promise<void> {
    const { folder } = this.#options;
    const days = new Map<string, WrittenFeeds>();
    for (const [path, { day, feed, file }] of this.#files) {
      if (!isOver(day)) continue;
      this.#files.delete(path);
      await file.close();
      days.set(day, { ...days.get(day), [feed]: file.written });
    }
    for (const [day, feeds] of days) await writeManifest(folder, { day, feeds });
  }
}
