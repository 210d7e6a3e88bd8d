/**
 * Calls an operation of a service and decodes its reply.
 *
 * @module
 */
import { Option, Schema } from "effect";
import type { Operation } from "./operation.ts";
import { hintLine } from "./operator_hint.ts";

const Reply = Schema.fromJsonString(Schema.Union([
  Schema.Struct({ ok: Schema.Literal(true), result: Schema.Unknown }),
  Schema.Struct({
    ok: Schema.Literal(false),
    error: Schema.String,
    hint: Schema.String,
    command: Schema.optionalKey(Schema.String),
    failure: Schema.optionalKey(Schema.String),
  }),
]));

/** The result of an operation, or one line each about what failed and what to do. */
export type OperationReply<Output> =
  | { readonly ok: true; readonly result: Output }
  | {
    readonly ok: false;
    readonly error: string;
    readonly hint: string;
    /** The class of the failure, if the service has sent it. */
    readonly failure?: string;
  };

/** Calls an operation through `send`, which handles requests like the operator's socket. */
export async function callOperation<Input, Output>(
  send: (request: Request) => Promise<Response>,
  { path, input, output }: Operation<Input, Output>,
  value: Input,
): Promise<OperationReply<Output>> {
  const body = JSON.stringify(Schema.encodeUnknownSync(input)(value));
  const response = await send(new Request(`http://operator${path}`, { method: "POST", body }));
  if (response.status === 404) {
    return { ok: false, error: UNSUPPORTED, hint: "Start or restart the service, then try again" };
  }
  const reply = Schema.decodeUnknownOption(Reply)(await response.text());
  if (Option.isNone(reply)) return UNREADABLE;
  if (!reply.value.ok) return { ...reply.value, hint: hintLine(reply.value) };
  const result = Schema.decodeUnknownOption(output)(reply.value.result);
  return Option.match(result, {
    onNone: () => UNREADABLE,
    onSome: (result) => ({ ok: true, result }),
  });
}

const UNSUPPORTED = "Cannot do this here: no running service supports it";
const UNREADABLE = {
  ok: false,
  error: "Cannot read the service's reply",
  hint: "Restart the service, so that it has the same version as the command",
} as const;
