/** Markets of each kind, and what a wallet wants to do in them. @module */
import type { Pair } from "../../../../core/chain/mod.ts";
import type { CallMarket, WantedCall } from "../../../../core/port/chain_road.ts";
import { conditionOf } from "../../../condition.ts";

/** A condition of Protocol V2: a module, a base, no reserved bits, and no outcome. */
const CONDITION_V2 = conditionOf(BigInt(`0x01${"5e".repeat(16)}0002${"0".repeat(16)}000a000300`));

/** A market of each kind. */
export const MARKETS = {
  v1: {
    conditionId: conditionOf(0x1234),
    kind: "v1",
    tokenIds: ["7132", "8801"],
  },
  v1_neg_risk: {
    conditionId: conditionOf(0x5678),
    kind: "v1_neg_risk",
    tokenIds: ["51", "52"],
  },
  v2: {
    conditionId: CONDITION_V2,
    kind: "v2",
    tokenIds: [String(BigInt(CONDITION_V2)), String(BigInt(CONDITION_V2) + 1n)],
  },
} as const satisfies Record<CallMarket["kind"], CallMarket>;

/** A claim of so many shares of each outcome. */
export function claim(
  kind: CallMarket["kind"],
  sharesE6: Pair<bigint> = [5_000_000n, 0n],
): WantedCall {
  return { kind: "claim", market: MARKETS[kind], sharesE6 };
}
