/**
 * The tools `claim_positions`, `split_position` and `merge_positions`.
 *
 * They have no preview: what they move is what they are asked for, at no price that could change,
 * and a key keeps a call that is repeated from moving anything twice.
 *
 * @module
 */
import { LastingKey } from "../edge/request/idempotency_key.ts";
import { ClaimRequest } from "../position/claims.ts";
import { PairRequest } from "../position/pairs.ts";
import { keyedTool } from "./keyed_tool.ts";
import { type AskedRoute, CHANGES, type Tool } from "./tool.ts";

const ONCE = "It needs an `idempotencyKey` that you make up. `sent` goes on by itself, for " +
  "minutes: call it again with the same key to learn what became of it, also where no answer " +
  "arrives. A new key would do it again.";

/** Makes the tool `claim_positions`. `asked` claims. */
export function claimPositionsTool<Ports>(asked: AskedRoute<Ports>): Tool<Ports> {
  return keyedTool(asked, {
    name: "claim_positions",
    title: "Claim what a wallet has won",
    description: "Turns shares that list_positions says are `claimable` into USDC: of one " +
      "market, or without `condition_id` of all. `confirmed`: the USDC has come. " +
      "`nothing_left`: somebody else has claimed it for the wallet, which is a success too. " +
      "`failed` says why: nothing has moved. A wallet that is a bare key pays the chain's gas; " +
      `the venue pays it for others. ${ONCE}`,
    hints: CHANGES,
    fields: ClaimRequest.properties,
    key: LastingKey,
  });
}

const UNSHOWN = "There is no preview: show it to whoever decides first.";

/** Makes the tool `split_position`. `asked` splits. */
export function splitPositionTool<Ports>(asked: AskedRoute<Ports>): Tool<Ports> {
  return keyedTool(asked, {
    name: "split_position",
    title: "Split USDC into shares of both outcomes",
    description: "Turns `size` USDC of a wallet into `size` shares of each outcome of a market, " +
      "without a trade and its fee. However the market ends, a share of each will pay one USDC " +
      `together; until then merge_positions turns both back. ${UNSHOWN} ${ONCE}`,
    hints: CHANGES,
    fields: PairRequest.properties,
    key: LastingKey,
  });
}

/** Makes the tool `merge_positions`. `asked` merges. */
export function mergePositionsTool<Ports>(asked: AskedRoute<Ports>): Tool<Ports> {
  return keyedTool(asked, {
    name: "merge_positions",
    title: "Merge shares of both outcomes into USDC",
    description: "Turns `size` shares of each outcome of a market into `size` USDC of the " +
      "wallet, without a trade and its fee. It merges no more than the smaller of the two " +
      `holdings on the chain. ${UNSHOWN} ${ONCE}`,
    hints: CHANGES,
    fields: PairRequest.properties,
    key: LastingKey,
  });
}
