/**
 * The wallet that somebody trades with, once it is sure that they may and that it can.
 *
 * @module
 */
import { Effect, Option, Redacted, Schema } from "effect";
import { type JsonFields, jsonFields } from "../json_fields.ts";
import { missingOf, WALLET_NEEDS } from "../order/mod.ts";
import {
  type OrderHolder,
  SecretBox,
  type SecretFailure,
  secretPlace,
  SecretUnreadable,
  type StoredWallet,
  type StoreFailed,
  WalletStore,
} from "../port/mod.ts";

/** The account has no such wallet. Whether another one has it is not told. */
export class WalletForbidden extends Schema.TaggedError<WalletForbidden>()("WalletForbidden", {
  id: Schema.String,
}) {
  override get message(): string {
    return `Cannot use the wallet "${this.id}": your account has no such wallet`;
  }
}

/** The wallet is not provisioned. */
export class WalletNotReady extends Schema.TaggedError<WalletNotReady>()("WalletNotReady", {
  id: Schema.String,
  missing: Schema.Array(Schema.Literals(WALLET_NEEDS)),
}) {
  override get message(): string {
    return `Cannot trade with the wallet "${this.id}": it is not provisioned`;
  }
}

/** Whose wallet is asked for. */
export interface WalletClaim {
  readonly walletId: string;
  readonly accountId: string;
}

/** A wallet that is ready, and who trades with it at the venue. */
export interface TradingWallet extends StoredWallet {
  readonly holder: OrderHolder;
  /** The venue's API key. */
  readonly owner: string;
}

/** The wallet of an account, with its credentials opened. */
export const tradingWallet = Effect.fnUntraced(function* (
  { walletId, accountId }: WalletClaim,
): Effect.fn.Return<
  TradingWallet,
  WalletForbidden | WalletNotReady | StoreFailed | SecretFailure,
  WalletStore | SecretBox
> {
  const found = yield* (yield* WalletStore).find(walletId);
  if (Option.isNone(found) || found.value.wallet.accountId !== accountId) {
    return yield* new WalletForbidden({ id: walletId });
  }
  return yield* readyWallet(found.value);
});

/** A stored wallet as one to trade with. */
const readyWallet = Effect.fnUntraced(function* (
  stored: StoredWallet,
): Effect.fn.Return<TradingWallet, WalletNotReady | SecretFailure, SecretBox> {
  const { wallet } = stored;
  const missing = missingOf(wallet);
  if (missing.length > 0) return yield* new WalletNotReady({ id: wallet.id, missing });
  const holder = yield* orderHolder(stored);
  return { ...stored, owner: holder.credentials.apiKey, holder };
});

/**
 * Who asks the venue about the orders of a wallet. Its approvals may be gone by now: what was sent
 * before must become known all the same.
 */
export const orderHolder = Effect.fnUntraced(function* (
  { wallet, secrets }: StoredWallet,
): Effect.fn.Return<OrderHolder, WalletNotReady | SecretFailure, SecretBox> {
  if (Option.isNone(wallet.clobApiKey) || Option.isNone(secrets.credentials)) {
    return yield* new WalletNotReady({ id: wallet.id, missing: missingOf(wallet) });
  }
  const box = yield* SecretBox;
  const apiKey = wallet.clobApiKey.value;
  const sealed = secrets.credentials.value;
  const place = secretPlace(wallet.id, "credentials");
  const credentials = yield* box.open(sealed, place, (bytes) => {
    const read = readCredentials(bytes);
    return Option.isSome(read)
      ? Effect.succeed({ apiKey, ...read.value })
      : Effect.fail(new SecretUnreadable({ reason: "damaged", keyId: sealed.keyId }));
  });
  const { address, funder } = wallet;
  return { address, funder, credentials };
});

/** As `secretPlace` says: JSON in UTF-8. By hand, as everybody who places an order waits for it. */
function readCredentials(bytes: Uint8Array) {
  const read = Option.getOrElse(jsonFields(new TextDecoder().decode(bytes)), () => ({}));
  const { secret, passphrase }: JsonFields = read;
  return typeof secret === "string" && typeof passphrase === "string"
    ? Option.some({ secret: Redacted.make(secret), passphrase: Redacted.make(passphrase) })
    : Option.none();
}
