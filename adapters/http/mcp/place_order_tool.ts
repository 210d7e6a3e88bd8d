/**
 * The tool `place_order`: it places the order of a preview, once.
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
import {
  EXPIRED,
  FORGOTTEN,
  type PreviewKind,
  readPreviewToken,
  TOLD_MS,
} from "./preview_token.ts";
import { newOrderId } from "../order/new_order_id.ts";
import { strict } from "../wire/kind.ts";
import { Text } from "../wire/text.ts";
import { type AskedRoute, CHANGES, routeRunner, type Tool, type ToolAbout } from "./tool.ts";
import { bodyInput } from "./tool_input.ts";
import { toolOutput } from "./tool_output.ts";

const ABOUT: ToolAbout = {
  name: "place_order",
  description: "Places the order of a preview with the wallet's money, at most once. `matched`: " +
    "traded, see `filled`; `live`: the rest is in the book. No answer, or the outcome is " +
    "unknown: call again with the same token, and do not preview again before you know. A hint's " +
    "Idempotency-Key is the token.",
  hints: CHANGES,
};

const Input = strict({
  previewToken: Text({
    ask: "Send the previewToken of the preview",
    minLength: 1,
    description: "`previewToken` of the preview, unchanged, at most two minutes old",
  }),
});
const readInput = compileFields<typeof Input>(Input, "body");

/** Makes the tool. `asked` places orders of each kind. */
export function placeOrderTool<Ports>(
  asked: Readonly<Record<PreviewKind, AskedRoute<Ports>>>,
): Tool<Ports | MessageAuth | OrderStore | Idempotency> {
  const runRoute = { market: routeRunner(asked.market), limit: routeRunner(asked.limit) };
  return {
    ...ABOUT,
    scope: "trade",
    tellsReason: true,
    inputSchema: bodyInput(Input),
    outputSchema: toolOutput({ schema: PlacedOrderBody, example: PLACED_EXAMPLE }),
    run: Effect.fnUntraced(function* (args, call) {
      const { previewToken: token } = yield* Effect.fromResult(readInput(args, call.nowMs));
      const previewed = yield* readPreviewToken(token, call.holder);
      const { kind, order, expiresMs, idempotencyKey } = previewed;
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
      return yield* runRoute[kind](order, call, { "idempotency-key": idempotencyKey });
    }),
  };
}
