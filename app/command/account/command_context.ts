/**
 * What account commands run in: a connection to the service or the store.
 *
 * @module
 */
import type { Layer } from "effect";
import type { SecretBox } from "../../../core/port/secret_box.ts";
import { callOperation } from "../../operator/call_operation.ts";
import type { Operation } from "../../operator/operation.ts";
import { hintLine, hintOf, type OperationFailure } from "../../operator/operator_hint.ts";
import type { WorldName } from "../../wiring/world_folder.ts";
import { CommandFailed } from "./command_failure.ts";

/** What a command needs to run. */
export interface CommandContext {
  readonly world: WorldName;
  readonly send: (request: Request) => Promise<Response>;
  /** Whether a running service answers, which has an environment of its own. */
  readonly isService: boolean;
  /** The secret box under the operator's `WALLET_KEY`. */
  readonly box: Layer.Layer<SecretBox>;
  /** The service's URL to print if the service does not send its own. */
  readonly url: string;
  /** Reads a signing key as text bytes; the command overwrites them after use. */
  readonly readSigningKey: () => Promise<Uint8Array>;
}

/** Calls an operation. Throws {@linkcode CommandFailed} with its failure. */
export async function call<Input, Output>(
  { send, isService }: CommandContext,
  operation: Operation<Input, Output>,
  input: Input,
): Promise<Output> {
  const reply = await callOperation(send, operation, input);
  if (reply.ok) return reply.result;
  throw new CommandFailed(isService && reply.failure === "SecretBoxOff" ? SERVICE_LOCKED : reply);
}

/** Not the hint for a command, which makes a new key: it would open none of the stored wallets. */
const SERVICE_LOCKED = {
  error: "Cannot seal or open secrets: WALLET_KEY is not set in the running service",
  hint: "Restart the service with the WALLET_KEY of its wallets, the same as for this command; " +
    "do not make a new one",
};

/** Returns a failure of this process as that of a command. */
export function commandFailed(failure: OperationFailure): CommandFailed {
  return new CommandFailed({ error: failure.message, hint: hintLine(hintOf(failure)) });
}
