/**
 * Asks the service of a world to do one operation, or does it on its store where none runs.
 *
 * @module
 */
import { Effect, Result } from "effect";
import { callOperation, type OperationReply } from "../operator/call_operation.ts";
import type { Operation } from "../operator/operation.ts";
import { readEnvironment, readServiceSettings } from "../settings/settings.ts";
import { readSeed } from "../settings/storage_settings.ts";
import { valueOrExit } from "../wiring/process.ts";
import { chooseWorld } from "./account/choose_world.ts";
import { CommandFailed } from "./account/command_failure.ts";
import { connectOperator } from "./account/operator_connection.ts";
import type { AskedWorld } from "./command_line.ts";

/** Returns the reply, also where no world can be asked. */
export async function askOperator<Input, Output>(
  asked: AskedWorld,
  operation: Operation<Input, Output>,
  input: Input,
): Promise<OperationReply<Output>> {
  const { seed, service } = valueOrExit(readEnvironment(
    Bun.env,
    Effect.all({ seed: readSeed, service: readServiceSettings("polymarket") }),
  ));
  const { dataDir } = service.storage;
  const chosen = await chooseWorld(asked, { dataDir, seed });
  if (Result.isFailure(chosen)) return { ok: false, ...chosen.failure };
  const { world, note } = chosen.success;
  if (note !== null) console.error(note);
  try {
    const connection = await connectOperator(world, { dataDir, isCreating: false });
    try {
      return await callOperation(connection.send, operation, input);
    } finally {
      await connection.close();
    }
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    return { ok: false, error: error.message, hint: error.hint };
  }
}
