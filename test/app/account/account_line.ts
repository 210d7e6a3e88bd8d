/**
 * Runs a command line of `bun run account`, and reads what it printed.
 *
 * @module
 */
import { Result } from "effect";
import { readAccountLine } from "../../../app/account/account_command.ts";
import { carryOut, type CommandSurroundings } from "../../../app/account/carry_out.ts";
import { CommandEnded } from "../../../app/account/complaint.ts";
import { type Printed } from "../../../app/account/printed.ts";

/** Runs it as the command does after it has found its world. */
export async function account(line: string, around: CommandSurroundings): Promise<Printed> {
  const read = readAccountLine(line.split(" "));
  if (Result.isFailure(read)) throw new CommandEnded(read.failure);
  return await carryOut(read.success.command, around);
}

/** The id of the wallet that is printed first. */
export function walletIdOf({ results }: Printed): string {
  return /wallet +(\S+)/.exec(results[0] ?? "")?.[1] ?? "";
}

/** What is printed after this name, each time. */
export function factOf({ results }: Printed, name: string): ReadonlyArray<string> {
  return results.filter((line) => line.startsWith(name))
    .map((line) => line.slice(name.length).trim());
}
