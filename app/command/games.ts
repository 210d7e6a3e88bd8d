/**
 * `bun run games audit`: lists platform listings without a certain link to a game, and similar team
 * names, so that missing names can be added.
 *
 * @module
 */
import { Effect, Result } from "effect";
import { chooseWorld } from "./account/choose_world.ts";
import { CommandFailed } from "./account/command_failure.ts";
import { connectOperator } from "./account/operator_connection.ts";
import { readEnvironment, readServiceSettings } from "../settings/settings.ts";
import { readAuditCommand } from "./games/audit_command.ts";
import { auditLines } from "./games/audit_lines.ts";
import { callOperation } from "../operator/call_operation.ts";
import { AUDIT_OPERATION } from "../operator/audit_operation.ts";
import { readSeed } from "../settings/sandbox_settings.ts";
import { valueOrExit } from "../wiring/process.ts";

const USAGE = `Usage: bun run games audit [--source kalshi] [--league nba] [--days 3] [--limit 100]
                           [--sandbox | --live]
Lists platform listings without a game, or linked only for review, and similar team names.
  --days   only listings seen in the last so many days, 1 to 60
  --limit  the maximum number of listings, 1 to 5000`;

/** Runs the audit, and returns the exit code. */
export async function main(args: ReadonlyArray<string>): Promise<number> {
  try {
    return await run(args);
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    return complain(error.message, error.hint);
  }
}

async function run(args: ReadonlyArray<string>): Promise<number> {
  if (args.includes("--help")) {
    console.log(USAGE);
    return 0;
  }
  const command = readAuditCommand(args);
  if (Result.isFailure(command)) return complain(command.failure, USAGE);
  const { seed, service } = valueOrExit(readEnvironment(
    Bun.env,
    Effect.all({
      seed: readSeed,
      service: readServiceSettings("polymarket"),
    }),
  ));
  const { dataDir } = service.storage;
  const chosen = await chooseWorld(command.success.world, { dataDir, seed });
  if (Result.isFailure(chosen)) return complain(chosen.failure.error, chosen.failure.hint);
  if (chosen.success.note !== null) console.error(chosen.success.note);
  const connection = await connectOperator(chosen.success.world, { dataDir, isCreating: false });
  try {
    const reply = await callOperation(connection.send, AUDIT_OPERATION, command.success.request);
    if (!reply.ok) return complain(reply.error, reply.hint);
    for (const line of auditLines(reply.result.lines, reply.result.total)) console.log(line);
    return 0;
  } finally {
    await connection.close();
  }
}

function complain(...lines: ReadonlyArray<string>): number {
  for (const line of lines) console.error(line);
  return 1;
}
