/**
 * Parses the parameters of paginated listings.
 *
 * @module
 */
import { Result } from "effect";
import { foldName } from "../fold_name.ts";
import { RequestRejected } from "../request.ts";
import { wholeDigits } from "../whole_number.ts";

/** Parses a whole number within inclusive bounds, however it is written. */
export function parseWhole(
  parameter: string,
  input: string,
  { min, max }: { readonly min: number; readonly max: number },
): Result.Result<number, RequestRejected> {
  const value = Number(wholeDigits(input.trim()));
  if (value >= min && value <= max) return Result.succeed(value);
  return refuse(parameter, input, `Send a whole number from ${min} to ${max}`);
}

/** Minimum, maximum and default number of items on a page. */
export const PAGE_LIMIT = { min: 1, max: 200, usual: 50 } as const;

/** Parses comma-separated words, in any case. Returns each once, in the order of `all`. */
export function parseList<const Word extends string>(
  parameter: string,
  input: string | undefined,
  all: ReadonlyArray<Word>,
): Result.Result<ReadonlyArray<Word>, RequestRejected> {
  if (input === undefined) return Result.succeed([]);
  const known: ReadonlySet<string> = new Set(all);
  const sent = input.split(",");
  const words = sent.map((word) => foldName(word));
  const unknown = sent.find((_, at) => !known.has(words[at] ?? ""));
  if (unknown === undefined) return Result.succeed(all.filter((word) => words.includes(word)));
  const hint = `Send any of ${all.join(", ")}, separated by commas`;
  return refuse(parameter, unknown.trim() === "" ? input : unknown.trim(), hint);
}

function refuse(parameter: string, received: string, hint: string) {
  return Result.fail(new RequestRejected({ parameter, received, hint }));
}
