/**
 * `bun run games audit`: what the platforms list and no game is linked to, or not for certain, and
 * which names come near, so that names can be added.
 *
 * @module
 */
import { Result } from "effect";
import { chooseWorld } from "./account/choose_world.ts";
import { CommandEnded } from "./account/complaint.ts";
import { openDoor } from "./account/operator_door.ts";
import { readConfig, readServiceConfig } from "./config.ts";
import { readAuditCommand } from "./games/audit_command.ts";
import { auditLines } from "./games/audit_lines.ts";
import { askOperator } from "./operator/ask_operator.ts";
import { AUDIT_ORDER } from "./operator/games_order.ts";
import { SEED } from "./sandbox/sandbox_settings.ts";
import { configOrExit } from "./start.ts";

const USAGE = `Usage: bun run games audit [--source kalshi] [--league nba] [--days 3] [--limit 100]
                           [--sandbox | --live]
Lists what platforms have and no game is linked to, or only for review, and names that come near.
  --days   seen within so many days, 1 to 60
  --limit  at most so many, 1 to 5000`;

async function main(args: ReadonlyArray<string>): Promise<number> {
  if (args.includes("--help")) {
    console.log(USAGE);
    return 0;
  }
  const command = readAuditCommand(args);
  if (Result.isFailure(command)) return complain(command.failure, USAGE);
  const { seed, service } = configOrExit(readConfig(Bun.env, (settings) => ({
    seed: settings.parsed("SANDBOX_SEED", { fallback: 1, ...SEED }),
    service: readServiceConfig(settings, { venueProfile: "polymarket" }),
  })));
  const { dataDir } = service;
  const chosen = await chooseWorld(command.success.world, { dataDir, seed });
  if (Result.isFailure(chosen)) return complain(chosen.failure.error, chosen.failure.hint);
  if (chosen.success.note !== null) console.error(chosen.success.note);
  const door = await openDoor(chosen.success.world, dataDir);
  try {
    const reply = await askOperator(door.ask, AUDIT_ORDER, command.success.order);
    if (!reply.ok) return complain(reply.error, reply.hint);
    for (const line of auditLines(reply.result.lines, reply.result.total)) console.log(line);
    return 0;
  } finally {
    await door.close();
  }
}

function complain(...lines: ReadonlyArray<string>): number {
  for (const line of lines) console.error(line);
  return 1;
}

if (import.meta.main) {
  try {
    process.exit(await main(Bun.argv.slice(2)));
  } catch (error) {
    if (!(error instanceof CommandEnded)) throw error;
    process.exit(complain(error.message, error.hint));
  }
}
