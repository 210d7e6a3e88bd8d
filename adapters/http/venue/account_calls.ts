/**
 * Balances, and a client's signs of life.
 *
 * @module
 */
import { Effect, Option } from "effect";
import { BoundedMap } from "../../../core/bounded_map.ts";
import { OrderVenue } from "../../../core/port/order_venue.ts";
import { VenueSignatures } from "../../../core/port/venue_signatures.ts";
import { setGuard, type TradingWallet } from "../../../core/use_case/order/mod.ts";
import { newOrderId } from "../order/new_order_id.ts";
import { claimOf } from "./caller.ts";
import { DoorRefused, REFUSAL } from "./door_refusal.ts";
import { isToken } from "./market_facts.ts";
import { fieldsOf, readJson } from "./sent_json.ts";

const UNLIMITED = String(2n ** 256n - 1n);
/** Each protocol has its own word for shares. */
const SHARES: ReadonlySet<string | null> = new Set(["CONDITIONAL", "CONDITIONAL-V2"]);

/** Answers what a wallet has of an asset. Everything is approved: it is paper. */
export const balanceOf = Effect.fnUntraced(function* (
  query: URLSearchParams,
  { holder, wallet: { signatureType } }: TradingWallet,
) {
  const [asset, tokenId] = [query.get("asset_type"), query.get("token_id")];
  const venue = yield* OrderVenue;
  const { spenders } = yield* VenueSignatures;
  const allowances = Object.fromEntries(spenders.map((spender) => [spender, UNLIMITED]));
  if (asset === "COLLATERAL") {
    const balance = String(yield* venue.balanceE6({ holder, signatureType }));
    return { balance, allowances };
  }
  if (!SHARES.has(asset) || !isToken(tokenId)) return yield* REFUSAL.assetType;
  const kind = asset === "CONDITIONAL" ? "v1" : "v2";
  const balance = String(yield* venue.sharesE6({ holder, signatureType, tokenId, kind }));
  return { balance, allowances };
});

/** For how long a sign of life is enough. */
const LIFE_SEC = 10;
const WALLETS_MAX = 10_000;

/**
 * Makes what takes signs of life: each names the one before, and arms the wallet's guard, which
 * cancels its orders unless the next one comes in time.
 */
export function makeHeartbeats() {
  const expected = new BoundedMap<string, string>(WALLETS_MAX);
  return Effect.fnUntraced(function* (text: string, wallet: TradingWallet) {
    const { heartbeat_id: sent = "" } = fieldsOf(readJson(text));
    if (typeof sent !== "string") return yield* REFUSAL.heartbeat;
    const { walletId } = claimOf(wallet);
    const right = expected.get(walletId);
    // The first one of this process names what another one knows.
    if (right !== undefined && sent !== right) {
      const body = { error_msg: "Invalid Heartbeat ID", heartbeat_id: right };
      return yield* new DoorRefused({ status: 400, body });
    }
    const next = yield* newOrderId;
    expected.setNewest(walletId, next);
    const seconds = Option.some(LIFE_SEC);
    yield* setGuard({ ...claimOf(wallet), seconds, venue: Option.none() });
    return { heartbeat_id: next };
  });
}
