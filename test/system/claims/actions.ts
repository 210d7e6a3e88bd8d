/** What the wallets of a history were to do, as it is stored. @module */
import { Effect, Option } from "effect";
import {
  CHAIN_ACTION_KINDS,
  CHAIN_ACTION_STATES,
  type ChainAction,
} from "../../../core/chain/mod.ts";
import type { ClaimGround } from "./ground.ts";

/** Returns all that a wallet was to do, oldest first. */
export function actionsOf({ chain }: ClaimGround, walletId: string): ReadonlyArray<ChainAction> {
  const [conditionId, after] = [Option.none(), Option.none()];
  const query = { kinds: CHAIN_ACTION_KINDS, states: CHAIN_ACTION_STATES, conditionId, after };
  return Effect.runSync(chain.list({ walletId, ...query, limit: 10_000 })).toReversed();
}
