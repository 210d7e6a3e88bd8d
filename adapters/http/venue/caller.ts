/**
 * Who calls at the door: by the signature of a key, or by that of an API key.
 *
 * @module
 */
import { Effect, Option } from "effect";
import { VenueSignatures } from "../../../core/port/venue_signatures.ts";
import type { TradingWallet } from "../../../core/use_case/order/mod.ts";
import {
  signInToVenue,
  walletOfVenueKey,
  type WalletOnSignIn,
} from "../../../core/use_case/paper/mod.ts";
import type { HandlerCall } from "../edge/gate.ts";
import { pathOf } from "../edge/request/path_values.ts";
import { DOOR } from "./door_path.ts";
import { REFUSAL, unnamed } from "./door_refusal.ts";

/** How far a request's time may be from now: what is sent again later is refused. */
const SKEW_SEC_MAX = 60;
/** A wallet has one key, that of the nonce with which every client begins. */
const NONCE = "0";

/** What a request for an API key is answered with where there is none for it. */
type Wanted = "create" | "derive";

/** Returns the API key of the address that has signed a request. */
export const keyOfSigner = Effect.fnUntraced(function* (
  { request: { headers }, nowMs, ownCommand }: HandlerCall,
  wanted: Wanted,
  welcome: Option.Option<WalletOnSignIn>,
) {
  const header = (name: string) => headers.get(name) ?? "";
  const timestamp = header("POLY_TIMESTAMP");
  const nonce = header("POLY_NONCE");
  const address = (yield* VenueSignatures).signedIn({
    address: header("POLY_ADDRESS"),
    signature: header("POLY_SIGNATURE"),
    timestamp,
    nonce,
  });
  if (Option.isNone(address) || !isNow(timestamp, nowMs)) return yield* REFUSAL.l1;
  if (nonce !== NONCE) return yield* REFUSAL[`${wanted}Other`];
  const wallet = yield* signInToVenue(address.value, welcome).pipe(
    // The account is one that is there from the start.
    Effect.catchTag("AccountMissing", Effect.die),
    Effect.catchTag("RequestRejected", Effect.die),
  );
  if (Option.isNone(wallet)) {
    const name = ownCommand(`account wallet paper <email> --address ${address.value}`);
    return yield* unnamed(wanted, name);
  }
  return wallet.value;
});

/** Returns the wallet whose API key has signed a request. `body`: as it was sent. */
export const callerOf = Effect.fnUntraced(function* (
  { request: { headers, method, url }, nowMs }: HandlerCall,
  body = "",
) {
  const header = (name: string) => headers.get(name) ?? "";
  const timestamp = header("POLY_TIMESTAMP");
  if (!isNow(timestamp, nowMs)) return yield* REFUSAL.l2;
  const found = yield* walletOfVenueKey(header("POLY_API_KEY"));
  if (Option.isNone(found)) return yield* REFUSAL.l2;
  const { wallet: { address }, holder: { credentials } } = found.value;
  const { isCallOf, isSame } = yield* VenueSignatures;
  const path = pathOf(url).slice(DOOR.length);
  const signature = header("POLY_SIGNATURE");
  const isRight = header("POLY_ADDRESS").toLowerCase() === address.toLowerCase() &&
    isSame(header("POLY_PASSPHRASE"), credentials.passphrase) &&
    isCallOf({ method, path, body, timestamp }, { signature, secret: credentials.secret });
  return isRight ? found.value : yield* REFUSAL.l2;
});

/** Returns the claim of a wallet's own account on it. */
export function claimOf({ wallet: { id, accountId } }: TradingWallet) {
  return { walletId: id, accountId };
}

/** A service whose clock is not the machine's has callers whose clock is. */
function isNow(timestamp: string, nowMs: number): boolean {
  const sec = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : NaN;
  return [nowMs, Date.now()].some((ms) => Math.abs(sec - ms / 1000) <= SKEW_SEC_MAX);
}
