/**
 * Parses the arguments and options of a command, and explains its usage.
 *
 * @module
 */
import { parseArgs } from "node:util";
import { Result } from "effect";

/** The options by name, without their dashes, and the positional arguments in order. */
export interface CommandLine {
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  readonly words: ReadonlyArray<string>;
}

/**
 * Parses `--name value`, `--name=value` and, for flags, `--name`. Fails for any other option; the
 * failure is one line.
 */
export function readCommandLine(
  args: ReadonlyArray<string>,
  names: Readonly<Record<string, "text" | "flag">>,
): Result.Result<CommandLine, string> {
  const options = Object.fromEntries(
    Object.entries(names).map((
      [name, kind],
    ) => [name, { type: kind === "flag" ? "boolean" as const : "string" as const }]),
  );
  try {
    const found = parseArgs({ args: [...args], options, strict: true, allowPositionals: true });
    const values = found.values as Record<string, string | boolean | undefined>;
    return Result.succeed({ options: values, words: found.positionals });
  } catch (error) {
    return Result.fail(
      error instanceof Error ? error.message.split(/[.\n]/)[0] ?? "" : String(error),
    );
  }
}

/**
 * Parses a command's options and at most `wordsMax` arguments, 0 by default. Returns the exit code
 * instead after `--help`, or after a complaint about what cannot be used.
 */
export function readOrExplain(
  args: ReadonlyArray<string>,
  { names, usage, wordsMax = 0 }: {
    readonly names: Readonly<Record<string, "text" | "flag">>;
    readonly usage: string;
    readonly wordsMax?: number;
  },
): CommandLine | number {
  const line = readCommandLine(args, { ...names, help: "flag" });
  if (Result.isFailure(line)) return complain(line.failure, usage);
  const { options, words } = line.success;
  if (words.length > wordsMax) return complain(`Cannot use "${words[wordsMax]}"`, usage);
  if (options["help"] !== true) return line.success;
  console.log(usage);
  return 0;
}

/** Prints why a command cannot go on, and returns its exit code. */
export function complain(...lines: ReadonlyArray<string>): number {
  for (const line of lines) console.error(line);
  return 1;
}

/** The world that a command is meant for; `unspecified` picks the world of a running service. */
export type AskedWorld = "live" | "sandbox" | "unspecified";

/** Returns the world that `--live` or `--sandbox` asks for. */
export function askedWorld({ live, sandbox }: CommandLine["options"]): AskedWorld {
  return live === true ? "live" : sandbox === true ? "sandbox" : "unspecified";
}

/**
 * Answers the argument of a command that takes none: prints the usage, after a complaint unless
 * `--help` asks for it, and returns the exit code.
 */
export function explainUsage(word: string, usage: string): number {
  if (word === "--help") {
    console.log(usage);
    return 0;
  }
  console.error(`Unknown argument "${word}"`);
  console.error(usage);
  return 1;
}
