/**
 * The journal of targets that wait for the store: a file in the folder of the process's world.
 *
 * @module
 */
import { appendFile, readFile, rm } from "node:fs/promises";
import { Effect, Layer, Option } from "effect";
import {
  type IdentifiedTarget,
  TargetJournal,
  type TargetJournalService,
} from "../../core/port/mod.ts";

const FILE = "unstored_targets.jsonl";
/** Owner only, as everything in the folder. */
const FILE_MODE = 0o600;
/** A larger file is not added to: memory drops the oldest by then, too. */
const FILE_BYTES_MAX = 64 * 1024 * 1024;

/** Provides the journal in a folder that exists. */
export function layerTargetJournal(folder: string): Layer.Layer<never> {
  return Layer.succeed(TargetJournal, makeTargetJournal(`${folder}/${FILE}`));
}

function makeTargetJournal(path: string): TargetJournalService {
  let sizeBytes = 0;
  const attempt = <A>(what: string, fallback: A, action: () => Promise<A>) =>
    Effect.tryPromise({ try: action, catch: (cause) => cause }).pipe(
      Effect.catch((cause) =>
        Effect.as(Effect.logError(`Cannot ${what} ${path}`, cause), fallback)
      ),
    );
  return {
    load: attempt("read the journal", [], async () => {
      const text = await readFile(path, "utf8").catch((cause) => {
        if (cause.code === "ENOENT") return "";
        throw cause;
      });
      sizeBytes = Buffer.byteLength(text);
      return text.split("\n").flatMap((line) => Option.toArray(readLine(line)));
    }),
    append: (found) =>
      attempt("write the journal", undefined, async () => {
        const text = found.map(writeLine).join("");
        if (sizeBytes + text.length > FILE_BYTES_MAX) throw new Error("it is full");
        sizeBytes += text.length;
        await appendFile(path, text, { mode: FILE_MODE });
      }),
    clear: attempt("remove the journal", undefined, async () => {
      sizeBytes = 0;
      await rm(path, { force: true });
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
