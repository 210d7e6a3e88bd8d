/**
 * Loads the wallet that an account trades with, and checks that it may be used.
 *
 * @module
 */
import { Effect, Option, Redacted, Schema } from "effect";
import { type JsonFields, jsonFields } from "../../json_fields.ts";
import type { OrderHolder } from "../../port/order_venue.ts";
import { SecretBox, type SecretFailure, SecretUnreadable } from "../../port/secret_box.ts";
import type { StoreFailed } from "../../port/store_failure.ts";
import { secretLocation, type StoredWallet, WalletStore } from "../../port/wallet_store.ts";

/** The account has no such wallet. The failure does not reveal whether another account has it. */
export class WalletForbidden extends Schema.TaggedError<WalletForbidden>()("WalletForbidden", {
  id: Schema.String,
}) {
  override get message(): string {
    return `Cannot use the wallet "${this.id}": your account has no such wallet`;
  }
}

/** The wallet has no API credentials for the venue. */
export class WalletNotReady extends Schema.TaggedError<WalletNotReady>()("WalletNotReady", {
  id: Schema.String,
}) {
  override get message(): string {
    return `Cannot trade with the wallet "${this.id}": it is not provisioned`;
  }
}

/** A wallet, and the account that claims it. */
export interface WalletClaim {
  readonly walletId: string;
  readonly accountId: string;
}

/** A wallet with its credentials, and its identity at the venue. */
export interface TradingWallet extends StoredWallet {
  readonly holder: OrderHolder;
  /** The venue's API key. */
  readonly owner: string;
}

/**
 * Returns the wallet of an account, with its credentials opened. Where no secret can be opened at
 * all, it fails with that first, whatever the wallet: the operator must know, and the caller learns
 * nothing about wallets.
 */
export const tradingWallet = Effect.fnUntraced(function* (
  claim: WalletClaim,
): Effect.fn.Return<
  TradingWallet,
  WalletForbidden | WalletNotReady | StoreFailed | SecretFailure,
  WalletStore | SecretBox
> {
  yield* (yield* SecretBox).keyId;
  const stored = yield* claimedWallet(claim);
  const holder = yield* orderHolder(stored);
  return { ...stored, owner: holder.credentials.apiKey, holder };
});

/** Returns the wallet of an account with its secrets sealed, whatever it lacks. */
export const claimedWallet = Effect.fnUntraced(function* (
  { walletId, accountId }: WalletClaim,
): Effect.fn.Return<StoredWallet, WalletForbidden | StoreFailed, WalletStore> {
  const found = yield* (yield* WalletStore).find(walletId);
  if (Option.isNone(found) || found.value.wallet.accountId !== accountId) {
    return yield* new WalletForbidden({ id: walletId });
  }
  return found.value;
});

/**
 * Returns the identity that asks the venue about a wallet's orders. It ignores approvals, which may
 * be revoked by now: the outcome of earlier orders must still become known.
 */
export const orderHolder = Effect.fnUntraced(function* (
  { wallet, secrets }: StoredWallet,
): Effect.fn.Return<OrderHolder, WalletNotReady | SecretFailure, SecretBox> {
  if (Option.isNone(wallet.clobApiKey) || Option.isNone(secrets.credentials)) {
    return yield* new WalletNotReady({ id: wallet.id });
  }
  const box = yield* SecretBox;
  const apiKey = wallet.clobApiKey.value;
  const sealed = secrets.credentials.value;
  const place = secretLocation(wallet.id, "credentials");
  const credentials = yield* box.open(sealed, place, (bytes) => {
    const read = readCredentials(bytes);
    return Option.isSome(read)
      ? Effect.succeed({ apiKey, ...read.value })
      : Effect.fail(new SecretUnreadable({ reason: "damaged", keyId: sealed.keyId }));
  });
  const { address, funder } = wallet;
  return { address, funder, credentials };
});

/** Parses JSON in UTF-8, see `secretLocation`. By hand, because every order waits for it. */
function readCredentials(bytes: Uint8Array) {
  const read = Option.getOrElse(jsonFields(new TextDecoder().decode(bytes)), () => ({}));
  const { secret, passphrase }: JsonFields = read;
  return typeof secret === "string" && typeof passphrase === "string"
    ? Option.some({ secret: Redacted.make(secret), passphrase: Redacted.make(passphrase) })
    : Option.none();
}
