/**
 * `bun run account ...`: accounts, API keys and wallets, for whoever runs the service.
 *
 * The service that is running does the work if there is one, because it has the store open; else
 * this process does. A signing key is sealed here, and no other process ever sees it in clear.
 *
 * @module
 */
import { Result } from "effect";
import { readAccountLine } from "./account/account_command.ts";
import { carryOut } from "./account/carry_out.ts";
import { chooseWorld } from "./account/choose_world.ts";
import { CommandEnded, type Complaint } from "./account/complaint.ts";
import { openDoor } from "./account/operator_door.ts";
import { type Printed } from "./account/printed.ts";
import { readSecret } from "./account/secret_input.ts";
import { USAGE } from "./account/usage.ts";
import { readConfig, readServiceConfig } from "./config.ts";
import { SEED } from "./sandbox/sandbox_settings.ts";
import { configOrExit } from "./start.ts";
import { layerWalletKeys, readWalletKeys } from "./wallet_keys.ts";

async function main(args: ReadonlyArray<string>): Promise<number> {
  const line = readAccountLine(args);
  if (Result.isFailure(line)) return complain(line.failure);
  const { command } = line.success;
  if (command.name === "help") {
    console.log(USAGE);
    return 0;
  }
  const { seed, service } = configOrExit(readConfig(Bun.env, (settings) => ({
    seed: settings.parsed("SANDBOX_SEED", { fallback: 1, ...SEED }),
    service: readServiceConfig(settings, { venueProfile: "polymarket" }),
  })));
  const { dataDir, host, port } = service;
  const chosen = await chooseWorld(line.success.world, { dataDir, seed });
  if (Result.isFailure(chosen)) return complain(chosen.failure);
  const { world, note } = chosen.success;
  if (note !== null) writeNote(note);
  const keys = configOrExit(readConfig(Bun.env, (settings) => readWalletKeys(settings, world)));
  const door = await openDoor(world, dataDir);
  try {
    const printed = await carryOut(command, {
      world,
      door: door.ask,
      box: layerWalletKeys(keys),
      url: `http://${host}:${port}`,
      readSigningKey: () =>
        readSecret(process.stdin, {
          prompt: "Signing key (not shown): ",
          write: (text) => process.stderr.write(text),
        }),
    });
    return print(printed);
  } finally {
    await door.close();
  }
}

function print({ notes, results, isFailure = false }: Printed): number {
  for (const note of notes) writeNote(note);
  for (const result of results) console.log(result);
  return isFailure ? 1 : 0;
}

/** Not through the console, which paints what it writes to a terminal. */
function writeNote(line: string): void {
  process.stderr.write(`${line}\n`);
}

function complain({ error, hint }: Complaint): number {
  writeNote(error);
  writeNote(hint);
  return 1;
}

/** Whatever went wrong: its own sentence, and never its cause or its stack. */
function complainOf(error: unknown): number {
  if (error instanceof CommandEnded) return complain({ error: error.message, hint: error.hint });
  const sentence = error instanceof Error ? error.message : String(error);
  return complain({
    error: sentence,
    hint: "Nothing was said to be done; it is safe to try again",
  });
}

if (import.meta.main) process.exit(await main(Bun.argv.slice(2)).catch(complainOf));
