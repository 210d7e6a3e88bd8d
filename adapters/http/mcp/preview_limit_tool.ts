/**
 * The tool `preview_limit_order`: the dry run of a limit order, and a token that places it.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import { Effect } from "effect";
import type { MessageAuth } from "../../../core/port/message_auth.ts";
import { compileFields } from "../edge/request/read_fields.ts";
import { LimitBody } from "../order/limit_body.ts";
import { LIMIT_PREVIEW_EXAMPLE } from "../order/order_example.ts";
import { LimitPreviewBody } from "../order/wire_preview.ts";
import { strict } from "../wire/kind.ts";
import { issueToken, TOKEN_FIELDS_EXAMPLE, TokenFields } from "./issued_token.ts";
import { type AskedRoute, routeRunner, type Tool, type ToolAbout } from "./tool.ts";
import { bodyInput, toolOutput } from "./tool_schema.ts";

const ABOUT: ToolAbout = {
  name: "preview_limit_order",
  title: "Preview a limit order",
  description:
    "Checks a limit order against the market and says what it would trade at once: `quote` is " +
    "null where all of it would rest. Nothing is signed, stored or sent. `price` is in USDC a " +
    "share and on the market's tick, `size` in shares. GTC rests until it is cancelled or " +
    "`lifeS` seconds have passed, GTD until `expiresAt`, FOK and FAK do not rest. To place " +
    "exactly this order, show it to whoever decides, then call place_limit_order with " +
    "`previewToken` within two minutes. Two tokens may place two orders.",
  hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
};

const Body = Type.Object({ ...LimitPreviewBody.properties, ...TokenFields.properties });

const EXAMPLE = { ...LIMIT_PREVIEW_EXAMPLE, ...TOKEN_FIELDS_EXAMPLE };

/** Makes the tool. `asked` places and previews limit orders. */
export function previewLimitTool<Ports>(asked: AskedRoute<Ports>): Tool<Ports | MessageAuth> {
  const runRoute = routeRunner(asked);
  const { dryRun: _, ...properties } = LimitBody.properties;
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
      const preview = answer.body as typeof LimitPreviewBody.static;
      const token = yield* issueToken(call.holder, { kind: "limit", order: args });
      return { body: { ...preview, ...token } };
    }),
  };
}
