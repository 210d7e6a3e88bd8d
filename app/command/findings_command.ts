/**
 * The command line of commands that print findings: `--json`, `--help`, and nothing else.
 *
 * @module
 */
import { Result } from "effect";
import { readCommandLine } from "./command_line.ts";

/** A command that prints findings. */
export interface FindingsCommand {
  readonly usage: string;
  /** Looks and prints, and returns the exit code. */
  readonly run: (options: { readonly json: boolean }) => Promise<number>;
}

/** BSD's EX_USAGE: an unknown option must not look like a finding. */
const EXIT_USAGE = 64;

/** Runs a command, and returns its exit code. */
export async function runFindings(
  args: ReadonlyArray<string>,
  { usage, run }: FindingsCommand,
): Promise<number> {
  const command = readCommandLine(args, { json: "flag", help: "flag" });
  if (Result.isFailure(command) || command.success.words.length > 0) {
    const [word] = Result.isSuccess(command) ? command.success.words : [];
    console.error(Result.isFailure(command) ? command.failure : `Cannot use "${word}"`);
    console.error(usage);
    return EXIT_USAGE;
  }
  const { help, json } = command.success.options;
  if (help === true) {
    console.log(usage);
    return 0;
  }
  return await run({ json: json === true });
}
