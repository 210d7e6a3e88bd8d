/**
 * The tool `preview_order`: the dry run of an order, and a token that places exactly this order.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import { Effect, type Result } from "effect";
import type { MessageAuth } from "../../../core/port/message_auth.ts";
import type { RequestRejected } from "../../../core/request.ts";
import { compileFields } from "../edge/request/read_fields.ts";
import { LimitBody } from "../order/limit_body.ts";
import { OrderBody } from "../order/order_body.ts";
import { PREVIEW_EXAMPLE } from "../order/order_example.ts";
import { LimitPreviewBody, OrderPreviewBody } from "../order/wire_preview.ts";
import { issueToken, TOKEN_FIELDS_EXAMPLE, TokenFields } from "./issued_token.ts";
import type { PreviewKind } from "./preview_token.ts";
import { strict } from "../wire/kind.ts";
import {
  type AskedRoute,
  READS,
  routeRunner,
  type Tool,
  type ToolAbout,
  type ToolArguments,
} from "./tool.ts";
import { bodyInput } from "./tool_input.ts";
import { toolOutput } from "./tool_output.ts";

const ABOUT: ToolAbout = {
  name: "preview_order",
  description: "What an order would get now, with its fee; sends nothing. Market order: " +
    "`amount`. Limit order: `price` and `size`; `quote` null: all of it would rest. To place " +
    "exactly this order, show it to whoever decides, then call place_order with `previewToken` " +
    "within 2 minutes.",
  hints: READS,
};

const { dryRun: _, ...MARKET } = OrderBody.properties;
const { dryRun: __, ...LIMIT } = LimitBody.properties;
const { amount, limitPrice, ...SHARED } = MARKET;
const { price, size, ...REST } = LIMIT;

/** What only a limit order has, and has to have. */
const LIMIT_TERMS = Object.keys({ price, size });

/** Both kinds of orders; which of them is sent is read by its own terms. */
const Input = strict({
  ...SHARED,
  amount: Type.Optional(amount),
  limitPrice,
  price: Type.Optional(price),
  size: Type.Optional(size),
  ...REST,
  orderType: {
    ...REST.orderType,
    default: undefined,
    description: "Market: FOK (default), all at once or nothing; FAK, what there is at once. " +
      "Limit: GTC (default), GTD until `expiresAt`; a BUY by FOK or FAK spends `size` x `price`",
  },
});

type ReadTerms = (args: ToolArguments, nowMs: number) => Result.Result<unknown, RequestRejected>;

const READ_TERMS: Readonly<Record<PreviewKind, ReadTerms>> = {
  market: compileFields(strict(MARKET), "body"),
  limit: compileFields(strict(LIMIT), "body"),
};

const Body = Type.Object({
  ...LimitPreviewBody.properties,
  limitPrice: Type.Optional(Type.Number({
    description: "USDC per share. A market order is placed at this price or better, or not at all",
  })),
  ...TokenFields.properties,
});

const EXAMPLE = {
  ...PREVIEW_EXAMPLE,
  limitPrice: PREVIEW_EXAMPLE.quote.worstPrice,
  ...TOKEN_FIELDS_EXAMPLE,
};

/** Makes the tool. `asked` places and previews orders of each kind. */
export function previewOrderTool<Ports>(
  asked: Readonly<Record<PreviewKind, AskedRoute<Ports>>>,
): Tool<Ports | MessageAuth> {
  const runRoute = { market: routeRunner(asked.market), limit: routeRunner(asked.limit) };
  return {
    ...ABOUT,
    scope: "trade",
    tellsReason: true,
    inputSchema: bodyInput(Input),
    outputSchema: toolOutput({ schema: Body, example: EXAMPLE }),
    run: Effect.fnUntraced(function* (args, call) {
      const kind = LIMIT_TERMS.some((name) => args.has(name)) ? "limit" : "market";
      yield* Effect.fromResult(READ_TERMS[kind](args, call.nowMs));
      const answer = yield* runRoute[kind](new Map([...args, ["dryRun", true]]), call);
      const preview = answer.body as typeof LimitPreviewBody.static;
      if (kind === "limit") {
        return { body: { ...preview, ...yield* issueToken(call.holder, { kind, order: args }) } };
      }
      const order = marketOrder(args, preview as typeof OrderPreviewBody.static);
      const token = yield* issueToken(call.holder, { kind, order });
      return { body: { ...preview, limitPrice: order.get("limitPrice"), ...token } };
    }),
  };
}

/** The order of a preview: for no more than it shows, and at its worst price where none is set. */
function marketOrder(
  args: ToolArguments,
  { order, quote }: typeof OrderPreviewBody.static,
): ToolArguments {
  // A BUY that was previewed lowered is never placed for more, whatever the balance is by then.
  const amount = order.loweredTo ?? order.amount;
  const limit: [string, unknown] = ["limitPrice", quote.worstPrice];
  return new Map([limit, ...args, ["amount", amount]]);
}
