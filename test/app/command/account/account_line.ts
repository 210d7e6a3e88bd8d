/** Runs a command line of `bun run account`, and reads what it printed. @module */
import { Result } from "effect";
import { readAccountLine } from "../../../../app/command/account/account_command.ts";
import { runCommand } from "../../../../app/command/account/run_command.ts";
import type { CommandContext } from "../../../../app/command/account/command_context.ts";
import { CommandFailed } from "../../../../app/command/account/command_failure.ts";
import { type CommandOutput } from "../../../../app/command/account/command_output.ts";

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

/** Returns how a command fails: what is wrong, and what to do. */
export async function endOf(line: string, context: CommandContext): Promise<string> {
  try {
    await account(line, context);
  } catch (error) {
    if (error instanceof CommandFailed) return `${error.message}: ${error.hint}`;
    throw error;
  }
  throw new Error(`${line} did not fail`);
}
