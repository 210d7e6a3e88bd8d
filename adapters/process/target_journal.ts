/**
 * The journal of targets that wait for the store: a file of the process in the folder of its store.
 *
 * Replicas may share a folder by mistake, so each process writes to a file of its own, and takes
 * over those of processes that no longer run.
 *
 * @module
 */
import { appendFile, readdir, readFile, rm } from "node:fs/promises";
import { Effect, Layer, Option } from "effect";
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
  let sizeBytes = 0;
  /** The files whose targets this process has: its own, and those it has taken over. */
  let paths: ReadonlyArray<string> = [own];
  const attempt = <A>(what: string, fallback: A, action: () => Promise<A>) =>
    Effect.tryPromise({ try: action, catch: (cause) => cause }).pipe(
      Effect.catch((cause) => Effect.as(Effect.logError(`Cannot ${what} ${own}`, cause), fallback)),
    );
  return {
    load: attempt("read the journals beside", [], async () => {
      const found: Array<IdentifiedTarget> = [];
      for (const name of (await readdir(folder)).toSorted()) {
        const writer = FILE.exec(name)?.[1];
        if (writer === undefined || !await isDeadMark(writer)) continue;
        const path = `${folder}/${name}`;
        const text = await readFile(path, "utf8");
        found.push(...text.split("\n").flatMap((line) => Option.toArray(readLine(line))));
        paths = [...paths, path];
      }
      return found;
    }),
    append: (found) =>
      attempt("write the journal", undefined, async () => {
        const text = found.map(writeLine).join("");
        if (sizeBytes + text.length > FILE_BYTES_MAX) throw new Error("it is full");
        sizeBytes += text.length;
        await appendFile(own, text, { mode: FILE_MODE });
      }),
    clear: attempt("remove the journal", undefined, async () => {
      sizeBytes = 0;
      for (const path of paths) await rm(path, { force: true });
      paths = [own];
    }),
  };
}

/** JSON has no exact integers: the price is text. */
function writeLine({ id, target }: IdentifiedTarget): string {
  return `${JSON.stringify({ id, target: { ...target, priceE18: String(target.priceE18) } })}\n`;
}

/** None for a line that a killed process left unfinished. */
function readLine(line: string): Option.Option<IdentifiedTarget> {
  return Option.liftThrowable((text: string): IdentifiedTarget => {
    const { id, target } = JSON.parse(text);
    return { id, target: { ...target, priceE18: BigInt(target.priceE18) } };
  })(line);
}
