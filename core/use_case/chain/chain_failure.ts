/**
 * Why a request for a claim, a split or a merge fails.
 *
 * @module
 */
import type { RoadOff } from "../../port/chain_road.ts";
import type { ConditionUnknown, MarketUnclear } from "./action_market.ts";
import type { NotEnoughHeld } from "./change_pairs.ts";
import type { MarketUnresolved } from "./claim_positions.ts";
import type { ActionsWaiting } from "./request_actions.ts";

/** Every failure of such a request, besides those of every request and of orders. */
export type ChainFailure =
  | ActionsWaiting
  | ConditionUnknown
  | MarketUnclear
  | MarketUnresolved
  | NotEnoughHeld
  | RoadOff;
