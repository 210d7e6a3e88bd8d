/**
 * The tools `place_order_batch` and `replace_order`, which place orders under the caller's own
 * keys: a call that is repeated places nothing twice.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import { Effect } from "effect";
import { compileFields } from "../edge/request/read_fields.ts";
import { IdempotencyKey } from "../edge/request/idempotency_key.ts";
import { BatchBody } from "../order/limit_body.ts";
import { ReplaceBody } from "../order/limit_replace.ts";
import { OneOrder } from "../order/one_order.ts";
import { strict } from "../wire/kind.ts";
import { keyedTool } from "./keyed_tool.ts";
import { type AskedRoute, CHANGES, routeRunner, type Tool, type ToolAbout } from "./tool.ts";
import { bodyInput } from "./tool_input.ts";
import { toolOutput } from "./tool_output.ts";

const BATCH: ToolAbout = {
  name: "place_order_batch",
  description: "Places up to 15 limit orders with the wallet's money, each at most once under " +
    "its `idempotencyKey`. No preview: show them first. `results` are in their order; one that " +
    "is not `ok` says nothing of the others. No answer, or the reason `uncertain`: send the same " +
    "with the same keys again.",
  hints: CHANGES,
};

const { orders, ...BATCH_FIELDS } = BatchBody.properties;
const BatchInput = strict({
  ...BATCH_FIELDS,
  orders: Type.Array(strict({ ...orders.items.properties, idempotencyKey: IdempotencyKey }), {
    maxItems: orders.maxItems ?? 1,
    description: "Each as a limit order of preview_order, with a key that you make up",
  }),
});

/** Makes the tool `place_order_batch`. `asked` places batches. */
export function placeBatchTool<Ports>(asked: AskedRoute<Ports>): Tool<Ports> {
  const runRoute = routeRunner(asked);
  const readInput = compileFields(BatchInput, "body");
  return {
    ...BATCH,
    scope: "trade",
    tellsReason: true,
    inputSchema: bodyInput(BatchInput),
    outputSchema: toolOutput(asked.operation.answers[200] ?? {}),
    run: Effect.fnUntraced(function* (args, call) {
      yield* Effect.fromResult(readInput(args, call.nowMs));
      return yield* runRoute(args, call);
    }),
  };
}

const REPLACE: ToolAbout = {
  name: "replace_order",
  description: "Cancels a limit order and, once it is certainly gone, places what is left of it " +
    "at a new `price`, `size` or both. `order` is the new one, or null: see `why`. No answer, or " +
    "not certain: call again with the same key.",
  hints: CHANGES,
};

/** Makes the tool `replace_order`. `asked` replaces orders. */
export function replaceOrderTool<Ports>(asked: AskedRoute<Ports>): Tool<Ports> {
  return keyedTool(asked, {
    ...REPLACE,
    fields: { ...OneOrder.properties, ...ReplaceBody.properties },
    tellsReason: true,
  });
}
