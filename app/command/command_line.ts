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
