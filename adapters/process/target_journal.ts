/**
 * The journal of targets that are not stored yet: a file of the process in the folder of its store.
 *
 * Replicas may share a folder by mistake, so each process writes to a file of its own, and takes
 * over those of processes that no longer run.
 *
 * @module
 */
import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { Effect, Layer, Option, Result } from "effect";
import { TargetJournal, type TargetJournalService } from "../../core/port/target_journal.ts";
import type { IdentifiedTarget } from "../../core/port/target_store.ts";

const FILE = /^unstored_targets\.(\w+)\.jsonl$/;
/** Owner only, as everything in the folder. */
const FILE_MODE = 0o600;
/** A larger file is not added to: memory drops the oldest by then, too. */
const FILE_BYTES_MAX = 64 * 1024 * 1024;

/** Whose journal it is, and where. */
export interface TargetJournalOptions {
  /** A folder that exists. */
  readonly folder: string;
  /** Identifies this process: letters, digits and underscores. */
  readonly mark: string;
  /** Whether a mark is of a process that no longer runs. */
  readonly isDeadMark: (mark: string) => Promise<boolean>;
}

/** Provides the journal. */
export function layerTargetJournal(options: TargetJournalOptions): Layer.Layer<never> {
  return Layer.succeed(TargetJournal, makeTargetJournal(options));
}

function makeTargetJournal(
  { folder, mark, isDeadMark }: TargetJournalOptions,
): TargetJournalService {
  const own = `${folder}/unstored_targets.${mark}.jsonl`;
  let file: { readonly descriptor: number; readonly bytes: number } | undefined;
  /** Files of others, whose targets this process has taken over. */
  let takenOver: ReadonlyArray<string> = [];
  return {
    load: Effect.tryPromise(async () => {
      const found: Array<IdentifiedTarget> = [];
      for (const name of (await readdir(folder)).toSorted()) {
        const writer = FILE.exec(name)?.[1];
        if (writer === undefined || !await isDeadMark(writer)) continue;
        const path = `${folder}/${name}`;
        const text = await readFile(path, "utf8");
        found.push(...text.split("\n").flatMap((line) => Option.toArray(readLine(line))));
        takenOver = [...takenOver, path];
      }
      return found;
    }).pipe(
      Effect.catch(({ cause }) =>
        Effect.as(Effect.logError(`Cannot read the journals beside ${own}`, cause), [])
      ),
    ),
    append: (found) =>
      attempt(() => {
        const bytes = Buffer.from(found.map(writeLine).join(""));
        const { descriptor, bytes: before } = file ??= {
          descriptor: openSync(own, "a", FILE_MODE),
          bytes: 0,
        };
        if (before + bytes.length > FILE_BYTES_MAX) throw new Error(`${own} is full`);
        file = { descriptor, bytes: before + bytes.length };
        writeAll(descriptor, bytes);
      }),
    clear: () =>
      attempt(() => {
        if (file !== undefined) closeSync(file.descriptor);
        const paths = file === undefined ? takenOver : [own, ...takenOver];
        file = undefined;
        takenOver = [];
        for (const path of paths) rmSync(path, { force: true });
      }),
  };
}

const attempt = (action: () => void) => Result.try({ try: action, catch: (cause) => cause });

/** A full disk may take a part. */
function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let from = 0; from < bytes.length;) from += writeSync(descriptor, bytes, from);
}

/**
 * JSON has no exact integers: the price is text. A line begins with its end of line, so that it is
 * whole after one that a full disk cut off.
 */
function writeLine({ id, target }: IdentifiedTarget): string {
  return `\n${JSON.stringify({ id, target: { ...target, priceE18: String(target.priceE18) } })}`;
}

/** None for a line that is empty or not finished. */
function readLine(line: string): Option.Option<IdentifiedTarget> {
  return Option.liftThrowable((text: string): IdentifiedTarget => {
    const { id, target } = JSON.parse(text);
    return { id, target: { ...target, priceE18: BigInt(target.priceE18) } };
  })(line);
}
