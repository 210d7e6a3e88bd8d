/**
 * A wallet as operations report it, and what it can trade.
 *
 * @module
 */
import { Option, Schema } from "effect";
import { NEED_WORD } from "../../adapters/http/account/need_word.ts";
import { checksumAddress } from "../../adapters/polymarket/clob/signing_key.ts";
import { approvalCall } from "../../adapters/polymarket/clob/approval.ts";
import { SIDES } from "../../core/fee/mod.ts";
import {
  CLAIM_POLICIES,
  MARKET_KINDS,
  missingOf,
  readinessOf,
  SIGNATURE_TYPES,
  type Wallet,
} from "../../core/order/mod.ts";

/** A checksummed address. */
export const Address = Schema.String.check(
  Schema.makeFilter((text: string) => Option.getOrUndefined(checksumAddress(text)) === text),
);

/** A UUID in lower case. */
export const WalletId = Schema.String.check(
  Schema.isPattern(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/),
);

/** The schema of a wallet's readiness for one kind of market. */
export const ReadinessFacts = Schema.Struct({
  kind: Schema.Literals(MARKET_KINDS),
  canBuy: Schema.Boolean,
  canSell: Schema.Boolean,
  missing: Schema.Array(Schema.Struct({
    side: Schema.Literals(SIDES),
    /** The call that the funder must make to grant it. */
    call: Schema.String,
    /** True if the venue confirms that it is missing; false if the venue has not reported it. */
    isKnown: Schema.Boolean,
  })),
});
/** A wallet's readiness for one kind of market. */
export type ReadinessFacts = typeof ReadinessFacts.Type;

/** The schema of a limit: USDC times 10^6, in digits. */
export const MaxE6 = Schema.String.check(Schema.isPattern(/^[1-9]\d{0,17}$/));

/** The schema of a wallet without its secrets. */
export const WalletFacts = Schema.Struct({
  id: Schema.String,
  address: Schema.String,
  funder: Schema.String,
  signatureType: Schema.Literals(SIGNATURE_TYPES),
  hasVenueKey: Schema.Boolean,
  /** What it lacks before it can trade at all, with the names of the HTTP API. */
  missing: Schema.Array(Schema.String),
  readiness: Schema.Array(ReadinessFacts),
  /** USDC times 10^6, in digits; null where there is no limit. */
  orderMaxE6: Schema.NullOr(MaxE6),
  dayMaxE6: Schema.NullOr(MaxE6),
  claimPolicy: Schema.Literals(CLAIM_POLICIES),
  /** Unix milliseconds. */
  createdMs: Schema.Number,
});
/** A wallet without its secrets: `hasVenueKey` only says whether it has a venue API key. */
export type WalletFacts = typeof WalletFacts.Type;

/** Returns the public facts of a wallet. */
export function toWalletFacts(wallet: Wallet): WalletFacts {
  const { id, address, funder, signatureType, createdMs } = wallet;
  return {
    id,
    address,
    funder,
    signatureType,
    hasVenueKey: Option.isSome(wallet.clobApiKey),
    missing: missingOf(wallet).map((need) => NEED_WORD[need]),
    readiness: readinessOf(wallet).map(({ missing, ...kind }) => ({
      ...kind,
      missing: missing.map(({ side, right, isKnown }) => ({
        side,
        call: approvalCall(right),
        isKnown,
      })),
    })),
    orderMaxE6: digits(wallet.limits.orderMaxE6),
    dayMaxE6: digits(wallet.limits.dayMaxE6),
    claimPolicy: wallet.claimPolicy,
    createdMs,
  };
}

function digits(max: Option.Option<bigint>): string | null {
  return Option.getOrNull(Option.map(max, String));
}
