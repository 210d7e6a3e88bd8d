/**
 * The operator's orders about trading wallets. Secrets arrive sealed and are answered to nobody.
 *
 * @module
 */
import { Effect, type ManagedRuntime, Option, Schema } from "effect";
import { checksumAddress } from "../../adapters/polymarket/clob/signing_key.ts";
import { SIGNATURE_TYPES } from "../../core/order/mod.ts";
import {
  type AccountStore,
  SecretBox,
  type SecretBoxOff,
  type WalletStore,
} from "../../core/port/mod.ts";
import {
  importWallet,
  limitWallet,
  listWallets,
  rotateSecrets,
  SealForeign,
  showWallet,
} from "../../core/use_case/mod.ts";
import { type OrderTaken, takeOrder } from "./operator_order.ts";
import { MaxE6, toWalletFacts, WalletFacts } from "./wallet_facts.ts";

const Address = Schema.String.check(
  Schema.makeFilter((text: string) => Option.getOrUndefined(checksumAddress(text)) === text),
);
const WalletId = Schema.String.check(
  Schema.isPattern(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/),
);

/** What can be ordered. */
export const WALLET_ORDERS = {
  importWallet: {
    path: "/wallet/import",
    order: Schema.Struct({
      id: WalletId,
      email: Schema.String,
      address: Address,
      signatureType: Schema.Literals(SIGNATURE_TYPES),
      funder: Schema.NullOr(Address),
      signingKey: Schema.Struct({ keyId: Schema.String, box: Schema.String }),
    }),
    answer: Schema.Struct({
      isNew: Schema.Boolean,
      /** It was there, and its signing key did not open any more. */
      isResealed: Schema.Boolean,
      email: Schema.String,
      wallet: WalletFacts,
    }),
  },
  showWallet: {
    path: "/wallet/show",
    order: Schema.Struct({ id: Schema.String }),
    answer: Schema.Struct({
      wallet: WalletFacts,
      /** The name of the key that seals its signing key. */
      sealedUnder: Schema.String,
    }),
  },
  limitWallet: {
    path: "/wallet/limit",
    /** USDC times 10^6, in digits; null takes a limit away, and one that is left out stays. */
    order: Schema.Struct({
      id: Schema.String,
      orderMaxE6: Schema.optionalKey(Schema.NullOr(MaxE6)),
      dayMaxE6: Schema.optionalKey(Schema.NullOr(MaxE6)),
    }),
    answer: Schema.Struct({ wallet: WalletFacts }),
  },
  listWallets: {
    path: "/wallet/list",
    order: Schema.Struct({ email: Schema.String }),
    answer: Schema.Struct({ email: Schema.String, wallets: Schema.Array(WalletFacts) }),
  },
  rotate: {
    path: "/wallet/rotate",
    /** The key that the operator means to seal under, by name; null where the command has none. */
    order: Schema.Struct({ keyId: Schema.NullOr(Schema.String) }),
    answer: Schema.Struct({
      keyId: Schema.String,
      resealed: Schema.Number,
      passedOver: Schema.Number,
      unreadable: Schema.Array(
        Schema.Struct({ walletId: Schema.String, reason: Schema.String }),
      ),
    }),
  },
} as const;

/** The stores and the box, as a service has them. */
export type WalletRuntime = ManagedRuntime.ManagedRuntime<
  AccountStore | WalletStore | SecretBox,
  unknown
>;

/** The orders as a service takes them. */
export function walletOrders(runtime: WalletRuntime): ReadonlyArray<OrderTaken> {
  return [
    takeOrder(WALLET_ORDERS.importWallet, {
      runtime,
      carryOut: (order) =>
        Effect.map(
          importWallet({ ...order, funder: Option.fromNullOr(order.funder) }),
          ({ account, stored, isNew, isResealed }) => ({
            isNew,
            isResealed,
            email: account.email,
            wallet: toWalletFacts(stored.wallet),
          }),
        ),
    }),
    takeOrder(WALLET_ORDERS.showWallet, {
      runtime,
      carryOut: ({ id }) =>
        Effect.map(showWallet(id), ({ wallet, secrets }) => ({
          wallet: toWalletFacts(wallet),
          sealedUnder: secrets.signingKey.keyId,
        })),
    }),
    takeOrder(WALLET_ORDERS.limitWallet, {
      runtime,
      carryOut: ({ id, orderMaxE6, dayMaxE6 }) =>
        Effect.map(
          limitWallet({
            id,
            ...orderMaxE6 === undefined ? {} : { orderMaxE6: toMax(orderMaxE6) },
            ...dayMaxE6 === undefined ? {} : { dayMaxE6: toMax(dayMaxE6) },
          }),
          ({ wallet }) => ({ wallet: toWalletFacts(wallet) }),
        ),
    }),
    takeOrder(WALLET_ORDERS.listWallets, {
      runtime,
      carryOut: ({ email }) =>
        Effect.map(listWallets(email), ({ account, wallets }) => ({
          email: account.email,
          wallets: wallets.map(toWalletFacts),
        })),
    }),
    takeOrder(WALLET_ORDERS.rotate, {
      runtime,
      carryOut: ({ keyId }) => Effect.andThen(checkKeyMeant(keyId), rotateSecrets()),
    }),
  ];
}

function toMax(digits: string | null): Option.Option<bigint> {
  return Option.map(Option.fromNullOr(digits), BigInt);
}

/** A service that was not restarted with the new key would find nothing to do, and say so. */
const checkKeyMeant = Effect.fnUntraced(function* (
  keyId: string | null,
): Effect.fn.Return<void, SealForeign | SecretBoxOff, SecretBox> {
  const box = yield* SecretBox;
  const ownKeyId = yield* box.keyId;
  if (keyId !== null && keyId !== ownKeyId) return yield* new SealForeign({ keyId, ownKeyId });
});
