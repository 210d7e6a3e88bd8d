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
import { ORDER_ID_EXAMPLE } from "../wire/order_id.ts";
import { keyedTool } from "./keyed_tool.ts";
import { type AskedRoute, CHANGES, routeRunner, type Tool, type ToolAbout } from "./tool.ts";
import { bodyInput, toolOutput } from "./tool_schema.ts";

const BATCH: ToolAbout = {
  name: "place_order_batch",
  title: "Place several limit orders at once",
  description:
    "Places up to 15 limit orders of a wallet with its money, without a preview: show them to " +
    "whoever decides first. Each needs an `idempotencyKey` that you make up, and is placed at " +
    "most once under it. `results` has one entry an order, in their order; one that is not `ok` " +
    "says nothing about the others. Where no answer arrives, or the `reason` is `uncertain`, " +
    "send the same order with the same key again to learn what became of it: a new key is a new " +
    "order.",
  hints: CHANGES,
};

const { orders, ...BATCH_FIELDS } = BatchBody.properties;
const BatchInput = strict({
  ...BATCH_FIELDS,
  orders: Type.Array(strict({ ...orders.items.properties, idempotencyKey: IdempotencyKey }), {
    minItems: orders.minItems ?? 1,
    maxItems: orders.maxItems ?? 1,
    description: orders.description ?? "",
    examples: [BatchBody["examples"][0].orders],
  }),
});

/** Makes the tool `place_order_batch`. `asked` places batches. */
export function placeBatchTool<Ports>(asked: AskedRoute<Ports>): Tool<Ports> {
  const runRoute = routeRunner(asked);
  const readInput = compileFields(BatchInput, "body");
  const { body, answers } = asked.operation;
  const input = { ...body, schema: BatchInput, example: body?.example ?? {} };
  return {
    ...BATCH,
    scope: "trade",
    tellsReason: true,
    inputSchema: (live) => bodyInput(input, live),
    outputSchema: toolOutput(answers[200] ?? {}),
    run: Effect.fnUntraced(function* (args, call) {
      yield* Effect.fromResult(readInput(args, call.nowMs));
      return yield* runRoute(args, call);
    }),
  };
}

const REPLACE: ToolAbout = {
  name: "replace_order",
  title: "Replace a resting order",
  description:
    "Cancels a limit order and, once it is certainly gone, places what is left of it at a new " +
    "`price`, `size` or both: never are two at rest. It needs an `idempotencyKey` that you make " +
    "up. Where no answer arrives, or the outcome is unknown, call it again with the same key: it " +
    "goes on where it stood. `order` is the new order, or null: then `why` says why there is none.",
  hints: CHANGES,
};

/** Makes the tool `replace_order`. `asked` replaces orders. */
export function replaceOrderTool<Ports>(asked: AskedRoute<Ports>): Tool<Ports> {
  return keyedTool(asked, {
    ...REPLACE,
    fields: { ...OneOrder.properties, ...ReplaceBody.properties },
    example: { orderId: ORDER_ID_EXAMPLE },
    tellsReason: true,
  });
}
