/**
 * Asks a service for what an order says, and reads the answer.
 *
 * @module
 */
import { Option, Schema } from "effect";
import type { OperatorOrder } from "./operator_order.ts";

const Reply = Schema.fromJsonString(Schema.Union([
  Schema.Struct({ ok: Schema.Literal(true), result: Schema.Unknown }),
  Schema.Struct({ ok: Schema.Literal(false), error: Schema.String, hint: Schema.String }),
]));

/** What came of an order: the answer, or a line each about what is wrong and what to do. */
export type OperatorReply<Answer> =
  | { readonly ok: true; readonly result: Answer }
  | { readonly ok: false; readonly error: string; readonly hint: string };

/** Asks through a door, which takes requests as the operator's socket does. */
export async function askOperator<Order, Answer>(
  door: (request: Request) => Promise<Response>,
  { path, order, answer }: OperatorOrder<Order, Answer>,
  asked: Order,
): Promise<OperatorReply<Answer>> {
  const body = JSON.stringify(Schema.encodeUnknownSync(order)(asked));
  const response = await door(new Request(`http://operator${path}`, { method: "POST", body }));
  if (response.status === 404) {
    return { ok: false, error: NOT_DONE, hint: "Start, or restart, the service; then ask again" };
  }
  const reply = Schema.decodeUnknownOption(Reply)(await response.text());
  if (Option.isNone(reply)) return NOT_READABLE;
  if (!reply.value.ok) return reply.value;
  const result = Schema.decodeUnknownOption(answer)(reply.value.result);
  return Option.match(result, {
    onNone: () => NOT_READABLE,
    onSome: (result) => ({ ok: true, result }),
  });
}

const NOT_DONE = "Cannot do this here: no service is running that does it";
const NOT_READABLE = {
  ok: false,
  error: "Cannot read what the service answers",
  hint: "The command and the service must be of one version: restart the service",
} as const;
