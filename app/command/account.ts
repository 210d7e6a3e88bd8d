/**
 * `bun run account ...`: manages accounts, API keys and wallets, for the service's operator.
 *
 * A running service does the work, because it has the store open; without one this process does. A
 * signing key is sealed here, so that no other process sees it unencrypted.
 *
 * @module
 */
import { Effect, Result } from "effect";
import { troubleOf } from "../../adapters/postgres/engine/store_trouble.ts";
import { firstLineOf } from "../../adapters/postgres/engine/store_unavailable.ts";
import { readAccountLine } from "./account/account_command.ts";
import { runCommand } from "./account/run_command.ts";
import { chooseWorld } from "./account/choose_world.ts";
import { CommandFailed, type FailureText } from "./account/command_failure.ts";
import { connectOperator } from "./account/operator_connection.ts";
import { type CommandOutput } from "./account/command_output.ts";
import { readSecret } from "./account/secret_input.ts";
import { USAGE } from "./account/usage.ts";
import { readEnvironment, readServiceSettings } from "../settings/settings.ts";
import { valueOrExit } from "../wiring/process.ts";
import { layerWalletKeys } from "../wiring/store.ts";
import { readSeed, readWalletKeys } from "../settings/storage_settings.ts";

/** Runs a command to its end, and returns its exit code. */
export function main(args: ReadonlyArray<string>): Promise<number> {
  return run(args).catch(complainOf);
}

async function run(args: ReadonlyArray<string>): Promise<number> {
  const line = readAccountLine(args);
  if (Result.isFailure(line)) return complain(line.failure);
  const { command } = line.success;
  if (command.name === "help") {
    console.log(USAGE);
    return 0;
  }
  const { seed, service } = valueOrExit(readEnvironment(
    Bun.env,
    Effect.all({
      seed: readSeed,
      service: readServiceSettings("polymarket"),
    }),
  ));
  const { storage: { dataDir }, server: { host, port } } = service;
  const chosen = await chooseWorld(line.success.world, { dataDir, seed });
  if (Result.isFailure(chosen)) return complain(chosen.failure);
  const { world, note } = chosen.success;
  if (note !== null) writeNote(note);
  const keys = valueOrExit(readEnvironment(Bun.env, readWalletKeys(world)));
  const isCreating = command.name === "add";
  const connection = await connectOperator(world, { dataDir, isCreating });
  try {
    if (connection.note !== null) writeNote(connection.note);
    const printed = await runCommand(command, {
      world,
      send: connection.send,
      isService: connection.isService,
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
    await connection.close();
  }
}

function print({ notes, results, isFailure = false }: CommandOutput): number {
  for (const note of notes) writeNote(note);
  for (const result of results) console.log(result);
  return isFailure ? 1 : 0;
}

/** Bypasses the console, which colors its output on a terminal. */
function writeNote(line: string): void {
  process.stderr.write(`${line}\n`);
}

function complain({ error, hint }: FailureText): number {
  writeNote(error);
  writeNote(hint);
  return 1;
}

/** Prints the message of any error, but never its cause or stack, which may contain secrets. */
function complainOf(error: unknown): number {
  if (error instanceof CommandFailed) return complain({ error: error.message, hint: error.hint });
  const { syscall } = (error ?? {}) as { readonly syscall?: unknown };
  if (syscall === "mkdir") {
    writeNote(`Cannot create a folder under DATA_DIR: ${troubleOf(error) ?? firstLineOf(error)}`);
    return 1;
  }
  const sentence = error instanceof Error ? error.message : String(error);
  return complain({
    error: sentence,
    hint: "The command did not complete; it is safe to try again",
  });
}
