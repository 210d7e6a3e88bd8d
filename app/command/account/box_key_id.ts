/**
 * Which `WALLET_KEY` the operator has.
 *
 * @module
 */
import { Effect, Result } from "effect";
import { SecretBox } from "../../../core/port/secret_box.ts";
import { type CommandContext, commandFailed } from "./command_context.ts";

/** Returns its id. Throws where none is set. */
export async function boxKeyId({ box }: CommandContext): Promise<string> {
  const keyId = await Effect.runPromise(
    Effect.result(Effect.provide(SecretBox.use(({ keyId }) => keyId), box)),
  );
  if (Result.isFailure(keyId)) throw commandFailed(keyId.failure);
  return keyId.success;
}
