/**
 * Tools that do something once under the caller's own key, which is an argument of theirs: of the
 * route, it is the header `Idempotency-Key`.
 *
 * @module
 */
import type { TProperties } from "@sinclair/typebox";
import { Effect } from "effect";
import { compileFields } from "../edge/request/read_fields.ts";
import { IDEMPOTENCY_KEY, IdempotencyKey, shapedKey } from "../edge/request/idempotency_key.ts";
import { strict } from "../wire/kind.ts";
import { type AskedRoute, routeRunner, type Tool, type ToolAbout } from "./tool.ts";
import { bodyInput } from "./tool_input.ts";
import { toolOutput } from "./tool_output.ts";

/** Makes a tool that asks a route with a key. A call without one is refused. */
export function keyedTool<Ports>(
  asked: AskedRoute<Ports>,
  { fields, key = IdempotencyKey, tellsReason = false, ...about }: ToolAbout & {
    /** The arguments of the route. */
    readonly fields: TProperties;
    /** The argument that holds the key. */
    readonly key?: typeof IdempotencyKey;
    readonly tellsReason?: boolean;
  },
): Tool<Ports> {
  const Input = strict({ ...fields, idempotencyKey: key });
  const runRoute = routeRunner(asked);
  const readInput = compileFields<typeof Input>(Input, "body");
  return {
    ...about,
    scope: "trade",
    tellsReason,
    inputSchema: bodyInput(Input),
    outputSchema: toolOutput(asked.operation.answers[200] ?? {}),
    run: Effect.fnUntraced(function* (args, call) {
      const { idempotencyKey } = yield* Effect.fromResult(readInput(args, call.nowMs));
      // Not every text can be a header.
      yield* Effect.fromResult(shapedKey(idempotencyKey, { name: "idempotencyKey" }));
      const rest = new Map(args);
      rest.delete("idempotencyKey");
      return yield* runRoute(rest, call, { [IDEMPOTENCY_KEY]: idempotencyKey });
    }),
  };
}
