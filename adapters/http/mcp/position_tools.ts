/**
 * The tools `claim_positions` and `split_or_merge`.
 *
 * They have no preview: what they move is what they are asked for, at no price that could change,
 * and a key keeps a call that is repeated from moving anything twice.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import { Effect } from "effect";
import { LastingKey } from "../edge/request/idempotency_key.ts";
import { compileFields } from "../edge/request/read_fields.ts";
import { ClaimRequest } from "../position/claims.ts";
import { MergeMade, PairRequest, SplitMade } from "../position/pairs.ts";
import { strict } from "../wire/kind.ts";
import { Word } from "../wire/text.ts";
import { keyedTool } from "./keyed_tool.ts";
import { type AskedRoute, CHANGES, type Tool } from "./tool.ts";
import { bodyInput } from "./tool_input.ts";
import { toolOutput } from "./tool_output.ts";

const AGAIN = "`sent` takes minutes: call again with the same key. A new key would do it again.";

/** Makes the tool `claim_positions`. `asked` claims. */
export function claimPositionsTool<Ports>(asked: AskedRoute<Ports>): Tool<Ports> {
  return keyedTool(asked, {
    name: "claim_positions",
    description: "Turns `claimable` shares into USDC. `nothing_left`: claimed already, a success " +
      "too. `failed`: nothing has moved. " + AGAIN,
    hints: CHANGES,
    fields: ClaimRequest.properties,
    key: LastingKey,
  });
}

const PAIRS = {
  name: "split_or_merge",
  description:
    "split turns `size` USDC into `size` shares of each outcome of a market; merge turns " +
    "them back, at most the smaller holding. Without a fee. No preview: show it first. " + AGAIN,
  hints: CHANGES,
  fields: PairRequest.properties,
  key: LastingKey,
};

const Input = strict({
  action: Word(["split", "merge"]),
  ...PAIRS.fields,
  idempotencyKey: PAIRS.key,
});
const readInput = compileFields<typeof Input>(Input, "body");

/** Makes the tool `split_or_merge`. */
export function splitOrMergeTool<Ports>(
  asked: { readonly split: AskedRoute<Ports>; readonly merge: AskedRoute<Ports> },
): Tool<Ports> {
  const tools = { split: keyedTool(asked.split, PAIRS), merge: keyedTool(asked.merge, PAIRS) };
  return {
    ...tools.split,
    inputSchema: bodyInput(Input),
    outputSchema: toolOutput({ schema: Type.Union([SplitMade, MergeMade]) }),
    run: Effect.fnUntraced(function* (args, call) {
      const { action } = yield* Effect.fromResult(readInput(args, call.nowMs));
      const kind: keyof typeof tools = action;
      const rest = new Map(args);
      rest.delete("action");
      return yield* tools[kind].run(rest, call);
    }),
  };
}
