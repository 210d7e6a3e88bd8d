/**
 * The frames that the service sends to the venue's relay.
 *
 * Source: the venue's documentation of its live data socket, read in autumn 2026.
 *
 * @module
 */
import { Redacted } from "effect";
import type { Asset } from "../../../core/market/mod.ts";
import type { VenueCredentials } from "../../../core/port/venue_account.ts";
import { TWAP_CHANNEL, WINDOW_SEC } from "./relay_frame.ts";
import { symbolOf } from "./symbol.ts";

/** Returns the authentication frame: nothing is signed, and the text is secret. */
export function authText(rid: string, credentials: VenueCredentials): string {
  const { apiKey, secret, passphrase } = credentials;
  const auth = {
    apiKey,
    secret: Redacted.value(secret),
    passphrase: Redacted.value(passphrase),
  };
  return JSON.stringify({ op: "auth", rid, auth });
}

/** Returns one frame that subscribes or unsubscribes the averages of some assets. */
export function pairsText(
  op: "subscribe" | "unsubscribe",
  { rid, assets }: { readonly rid: string; readonly assets: ReadonlyArray<Asset> },
): string {
  const subscriptions = assets.map((asset) => ({
    channel: TWAP_CHANNEL,
    filter: { symbol: symbolOf(asset), window_seconds: WINDOW_SEC },
  }));
  return JSON.stringify({ op, rid, subscriptions });
}
