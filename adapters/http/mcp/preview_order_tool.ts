/**
 * The tool `preview_order`: the dry run of an order, and a token that places exactly this order.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import { Effect } from "effect";
import type { MessageAuth } from "../../../core/port/message_auth.ts";
import { compileFields } from "../edge/request/read_fields.ts";
import { OrderBody } from "../order/order_body.ts";
import { PREVIEW_EXAMPLE } from "../order/order_example.ts";
import { OrderPreviewBody } from "../order/wire_preview.ts";
import { issueToken, TOKEN_FIELDS_EXAMPLE, TokenFields } from "./issued_token.ts";
import { strict } from "../wire/kind.ts";
import { type AskedRoute, routeRunner, type Tool, type ToolAbout } from "./tool.ts";
import { bodyInput, toolOutput } from "./tool_schema.ts";

const ABOUT: ToolAbout = {
  name: "preview_order",
  title: "Preview a market order",
  description:
    "Says what a market order would get from the order book now, with its fee and its worst " +
    "price. Nothing is signed, stored or sent. BUY spends `amount` in USDC, SELL sells `amount` " +
    "shares. get_account lists wallets, get_target_history the slugs of markets. To place " +
    "exactly this order, show it to whoever decides, then call place_order with `previewToken` " +
    "within two minutes: it trades at `limitPrice` of the answer or better, or not at all. That " +
    "is your own limit, or else the worst price of this preview. Each preview makes a token of " +
    "its own, and two tokens may place two orders.",
  hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
};

const Body = Type.Object({
  ...OrderPreviewBody.properties,
  limitPrice: Type.Number({
    description: "USDC per share. The order is placed at this price or better, or not at all",
  }),
  ...TokenFields.properties,
});

const EXAMPLE = {
  ...PREVIEW_EXAMPLE,
  limitPrice: PREVIEW_EXAMPLE.quote.worstPrice,
  ...TOKEN_FIELDS_EXAMPLE,
};

/** Makes the tool. `asked` places and previews orders. */
export function previewOrderTool<Ports>(
  asked: AskedRoute<Ports>,
): Tool<Ports | MessageAuth> {
  const runRoute = routeRunner(asked);
  const { dryRun: _, ...properties } = OrderBody.properties;
  const schema = strict(properties);
  const readInput = compileFields(schema, "body");
  const { body } = asked.operation;
  const input = { ...body, schema, example: body?.example ?? {} };
  return {
    ...ABOUT,
    scope: "trade",
    tellsReason: true,
    inputSchema: (live) => bodyInput(input, live),
    outputSchema: toolOutput({ schema: Body, example: EXAMPLE }),
    run: Effect.fnUntraced(function* (args, call) {
      yield* Effect.fromResult(readInput(args, call.nowMs));
      const answer = yield* runRoute(new Map([...args, ["dryRun", true]]), call);
      const preview = answer.body as typeof OrderPreviewBody.static;
      // A BUY that was previewed lowered is never placed for more, whatever the balance is by then.
      const amount = preview.order.loweredTo ?? preview.order.amount;
      const limit: [string, unknown] = ["limitPrice", preview.quote.worstPrice];
      const order = new Map([limit, ...args, ["amount", amount]]);
      const token = yield* issueToken(call.holder, { kind: "market", order });
      return { body: { ...preview, limitPrice: order.get("limitPrice"), ...token } };
    }),
  };
}
