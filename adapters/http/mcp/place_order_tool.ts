/**
 * The tool `place_order`: places the order of a preview, once.
 *
 * @module
 */
import { Clock, Effect, Option } from "effect";
import type { MessageAuth } from "../../../core/port/message_auth.ts";
import type { OrderStore } from "../../../core/port/order_store.ts";
import { type Idempotency, orderOfIdempotencyKey } from "../../../core/use_case/order/mod.ts";
import { compileFields } from "../edge/request/read_fields.ts";
import { PLACED_EXAMPLE } from "../order/order_example.ts";
import { PlacedOrderBody } from "../order/wire_order.ts";
import { TOKEN_EXAMPLE } from "./preview_order_tool.ts";
import { EXPIRED, FORGOTTEN, readPreviewToken, TOLD_MS } from "./preview_token.ts";
import { strict } from "../wire/kind.ts";
import { Text } from "../wire/text.ts";
import { type AskedRoute, routeRunner, type Tool, type ToolAbout } from "./tool.ts";
import { bodyInput, toolOutput } from "./tool_schema.ts";

const ABOUT: ToolAbout = {
  name: "place_order",
  title: "Place a previewed order",
  description:
    "Places the order of a preview with the wallet's money. A token places at most one order: if " +
    "no answer arrives, or the outcome is unknown, call it again with the same token, within a " +
    "day, to learn what became of the order; do not preview again before you know. The limits " +
    "of the wallet hold. `matched`: traded, see `filled`. Where a hint speaks of the " +
    "Idempotency-Key, that is the token: preview_order makes a new one.",
  hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
};

const Input = strict({
  previewToken: Text({
    ask: "Send the previewToken of preview_order",
    minLength: 1,
    description: "`previewToken` of preview_order, unchanged, at most two minutes old",
  }),
});
const readInput = compileFields<typeof Input>(Input, "body");
const INPUT = { schema: Input, example: { previewToken: TOKEN_EXAMPLE } };

/** Makes the tool. `asked` places orders. */
export function placeOrderTool<Ports>(
  asked: AskedRoute<Ports>,
): Tool<Ports | MessageAuth | OrderStore | Idempotency> {
  const runRoute = routeRunner(asked);
  return {
    ...ABOUT,
    scope: "trade",
    inputSchema: (live) => bodyInput(INPUT, live),
    outputSchema: toolOutput({ schema: PlacedOrderBody, example: PLACED_EXAMPLE }),
    run: Effect.fnUntraced(function* (args, call) {
      const { previewToken: token } = yield* Effect.fromResult(readInput(args, call.nowMs));
      const { order, expiresMs, idempotencyKey } = yield* readPreviewToken(token, call.holder);
      // The instant itself, and not when the message began to arrive: its body may take its time.
      const expiredMs = (yield* Clock.currentTimeMillis) - expiresMs;
      if (expiredMs >= TOLD_MS) return yield* FORGOTTEN;
      if (expiredMs >= 0) {
        // Whoever asks again late learns what became of the order, and nothing new is placed.
        const accountId = call.holder.account.id;
        const orderId = Bun.randomUUIDv7();
        const placed = yield* orderOfIdempotencyKey({ accountId, idempotencyKey, orderId });
        if (Option.isNone(placed)) return yield* EXPIRED;
      }
      return yield* runRoute(order, call, { "idempotency-key": idempotencyKey });
    }),
  };
}
