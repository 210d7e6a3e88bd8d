/**
 * The tools `place_order` and `place_limit_order`: each places the order of a preview, once.
 *
 * @module
 */
import { Clock, Effect, Option } from "effect";
import type { MessageAuth } from "../../../core/port/message_auth.ts";
import type { OrderStore } from "../../../core/port/order_store.ts";
import { type Idempotency, orderOfIdempotencyKey } from "../../../core/use_case/order/mod.ts";
import { compileFields } from "../edge/request/read_fields.ts";
import { LIVE_EXAMPLE, PLACED_EXAMPLE } from "../order/order_example.ts";
import { PlacedOrderBody } from "../order/wire_order.ts";
import {
  EXPIRED,
  FORGOTTEN,
  type PreviewKind,
  readPreviewToken,
  TOKEN_EXAMPLE,
  TOLD_MS,
} from "./preview_token.ts";
import { newOrderId } from "../order/new_order_id.ts";
import { strict } from "../wire/kind.ts";
import { Text } from "../wire/text.ts";
import { type AskedRoute, CHANGES, routeRunner, type Tool, type ToolAbout } from "./tool.ts";
import { bodyInput, toolOutput } from "./tool_schema.ts";

const ONCE = "A token places at most one order: if no answer arrives, or the outcome is unknown, " +
  "call it again with the same token, within a day, to learn what became of the order; do not " +
  "preview again before you know. The limits of the wallet hold. Where a hint speaks of the " +
  "Idempotency-Key, that is the token: a new preview makes a new one.";

const ABOUT: Readonly<Record<PreviewKind, ToolAbout>> = {
  market: {
    name: "place_order",
    title: "Place a previewed order",
    description: "Places the order of preview_order with the wallet's money. `matched`: traded, " +
      `see \`filled\`. ${ONCE}`,
    hints: CHANGES,
  },
  limit: {
    name: "place_limit_order",
    title: "Place a previewed limit order",
    description: "Places the order of preview_limit_order with the wallet's money. `live`: what " +
      `is not \`filled\` rests in the book. ${ONCE}`,
    hints: CHANGES,
  },
};
const EXAMPLE = { market: PLACED_EXAMPLE, limit: LIVE_EXAMPLE };

const Input = strict({
  previewToken: Text({
    ask: "Send the previewToken of the preview",
    minLength: 1,
    description: "`previewToken` of the preview, unchanged, at most two minutes old",
  }),
});
const readInput = compileFields<typeof Input>(Input, "body");
const INPUT = { schema: Input, example: { previewToken: TOKEN_EXAMPLE } };

/** Makes the tool for orders of a kind, which `asked` places. */
export function placeOrderTool<Ports>(
  asked: AskedRoute<Ports>,
  kind: PreviewKind,
): Tool<Ports | MessageAuth | OrderStore | Idempotency> {
  const runRoute = routeRunner(asked);
  return {
    ...ABOUT[kind],
    scope: "trade",
    tellsReason: true,
    inputSchema: (live) => bodyInput(INPUT, live),
    outputSchema: toolOutput({ schema: PlacedOrderBody, example: EXAMPLE[kind] }),
    run: Effect.fnUntraced(function* (args, call) {
      const { previewToken: token } = yield* Effect.fromResult(readInput(args, call.nowMs));
      const { order, expiresMs, idempotencyKey } = yield* readPreviewToken(
        { token, kind },
        call.holder,
      );
      // The instant itself, and not when the message began to arrive: its body may take its time.
      const expiredMs = (yield* Clock.currentTimeMillis) - expiresMs;
      if (expiredMs >= TOLD_MS) return yield* FORGOTTEN;
      if (expiredMs >= 0) {
        // Whoever asks again late learns what became of the order, and nothing new is placed.
        const accountId = call.holder.account.id;
        const orderId = yield* newOrderId;
        const placed = yield* orderOfIdempotencyKey({ accountId, idempotencyKey, orderId });
        if (Option.isNone(placed)) return yield* EXPIRED;
      }
      return yield* runRoute(order, call, { "idempotency-key": idempotencyKey });
    }),
  };
}
