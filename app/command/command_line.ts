/**
 * Parses the arguments and options of a command.
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
