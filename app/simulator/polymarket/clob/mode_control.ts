/**
 * `PUT /__mode`: sets the venue's modes.
 *
 * @module
 */
import { Result } from "effect";
import { type Read, readChoice, readFields, readNumber, readText } from "../../kit/control_body.ts";
import { type Fields } from "../../kit/json.ts";
import { type Control } from "../../kit/simulator.ts";
import { type CallerRegion, readRegion } from "../venue/caller_region.ts";
import { type MarketFeed } from "./market_feed.ts";
import { type Markets } from "./markets.ts";
import { ONE_E6, parseE6 } from "./micro_units.ts";
import { type Tier, TIERS } from "./rate_bucket.ts";
import { type TradedMarket } from "./traded_market.ts";
import { TRADING_MODES, type TradingMode, type VenueState } from "./trading_mode.ts";

const KEYS = ["mode", "retry_after_s", "region", "tier", "tick", "protocol"];
const MODES: ReadonlyMap<unknown, TradingMode> = new Map(TRADING_MODES.map((mode) => [mode, mode]));
const SIGNER_TIERS: ReadonlyMap<unknown, Tier> = new Map(TIERS.map((tier) => [tier, tier]));

/**
 * Makes the control. All keys are optional, and omitted ones stay unchanged: `mode` with
 * `retry_after_s`, after which it ends; `region`; `tier`, the rate limit tier of every signer;
 * `tick`, `{token_id, tick_size}`; `protocol`, `{token_id, version}`: the protocol that the order
 * book reports for the token's market from now on.
 */
export function makeModeControl(
  { state, caller, markets, feed }: {
    readonly state: VenueState;
    readonly caller: CallerRegion;
    readonly markets: Markets;
    readonly feed: MarketFeed;
  },
): Control {
  return (body) =>
    Result.gen(function* () {
      const fields = yield* readFields(body, KEYS);
      const mode = fields.has("mode") ? yield* readChoice(fields, "mode", MODES) : undefined;
      const region = fields.has("region") ? yield* readRegion(fields) : undefined;
      const range = { min: 1, max: 86_400, isWhole: true, fallback: undefined };
      const durationSec = yield* readNumber(fields, "retry_after_s", range);
      const tier = fields.has("tier") ? yield* readChoice(fields, "tier", SIGNER_TIERS) : undefined;
      const tick = fields.has("tick") ? yield* readTick(fields.get("tick"), markets) : undefined;
      const protocol = fields.has("protocol")
        ? yield* readProtocol(fields.get("protocol"), markets)
        : undefined;
      if (mode !== undefined) state.setMode(mode, durationSec);
      if (region !== undefined) caller.region = region;
      if (tier !== undefined) state.tier = tier;
      if (protocol !== undefined) {
        markets.set(protocol.conditionId, { version: protocol.version });
      }
      if (tick === undefined) return;
      const { conditionId, tickE6 } = tick;
      markets.set(conditionId, { tickE6 });
      feed.publish({ kind: "tick", conditionId });
    });
}

function readTick(
  value: unknown,
  markets: Markets,
): Read<{ readonly conditionId: string; readonly tickE6: bigint }> {
  return Result.gen(function* () {
    const fields = yield* readFields(value, ["token_id", "tick_size"]);
    const { conditionId } = yield* readMarket(fields, markets);
    const tickE6 = parseE6(yield* readText(fields, "tick_size"));
    const isTick = tickE6 !== undefined && tickE6 > 0n && ONE_E6 % tickE6 === 0n &&
      tickE6 < ONE_E6;
    return isTick
      ? { conditionId, tickE6 }
      : yield* Result.fail(`"tick_size" must be text, a whole part of 1`);
  });
}

function readProtocol(
  value: unknown,
  markets: Markets,
): Read<{ readonly conditionId: string; readonly version: string }> {
  return Result.gen(function* () {
    const fields = yield* readFields(value, ["token_id", "version"]);
    const { conditionId } = yield* readMarket(fields, markets);
    return { conditionId, version: yield* readText(fields, "version") };
  });
}

function readMarket(fields: Fields, markets: Markets): Read<TradedMarket> {
  return Result.gen(function* () {
    const market = markets.byToken(yield* readText(fields, "token_id"));
    return market ?? (yield* Result.fail(`"token_id" is not traded`));
  });
}
