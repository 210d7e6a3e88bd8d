/**
 * Runs a command line of `bun run account`, and reads what it printed.
 *
 * @module
 */
import { Result } from "effect";
import { readAccountLine } from "../../../app/account/account_command.ts";
import { type CommandContext, runCommand } from "../../../app/account/run_command.ts";
import { CommandFailed } from "../../../app/account/command_failure.ts";
import { type CommandOutput } from "../../../app/account/command_output.ts";

/** Runs it as the command does after it has found its world. */
export async function account(line: string, context: CommandContext): Promise<CommandOutput> {
  const read = readAccountLine(line.split(" "));
  if (Result.isFailure(read)) throw new CommandFailed(read.failure);
  return await runCommand(read.success.command, context);
}

/** The id of the wallet that is printed first. */
export function walletIdOf({ results }: CommandOutput): string {
  return /wallet +(\S+)/.exec(results[0] ?? "")?.[1] ?? "";
}

/** What is printed after this name, each time. */
export function factOf({ results }: CommandOutput, name: string): ReadonlyArray<string> {
  return results.filter((line) => line.startsWith(name))
    .map((line) => line.slice(name.length).trim());
}
