/**
 * The operations on trading wallets. Secrets arrive sealed, and no reply contains them.
 *
 * @module
 */
import { Effect, Option, Schema } from "effect";
import {
  CLAIM_POLICIES,
  isPaperWallet,
  shortAllowances,
  SIGNATURE_TYPES,
} from "../../core/order/mod.ts";
import { SecretBox, type SecretBoxOff } from "../../core/port/secret_box.ts";
import {
  importWallet,
  limitWallet,
  listWallets,
  provisionWallet,
  rotateSecrets,
  SealForeign,
  setClaimPolicy,
  showWallet,
} from "../../core/use_case/account/mod.ts";
import { resealWebhooks } from "../../core/use_case/webhook/mod.ts";
import { UsdcDigits, WalletWarnE6 } from "./balance_operation.ts";
import { handleOperation } from "./operation.ts";
import { Address, MaxE6, toWalletFacts, WalletFacts, WalletId } from "./wallet_facts.ts";

/** The operations, with their paths and schemas. */
export const WALLET_OPERATIONS = {
  importWallet: {
    path: "/wallet/import",
    input: Schema.Struct({
      id: WalletId.check(Schema.makeFilter((id: string) => !isPaperWallet(id))),
      email: Schema.String,
      address: Address,
      signatureType: Schema.Literals(SIGNATURE_TYPES),
      funder: Schema.NullOr(Address),
      signingKey: Schema.Struct({ keyId: Schema.String, box: Schema.String }),
    }),
    output: Schema.Struct({
      isNew: Schema.Boolean,
      /** Whether the wallet existed and its unreadable signing key was replaced. */
      isResealed: Schema.Boolean,
      email: Schema.String,
      wallet: WalletFacts,
    }),
  },
  showWallet: {
    path: "/wallet/show",
    input: Schema.Struct({ id: Schema.String }),
    output: Schema.Struct({
      wallet: WalletFacts,
      /** The id of the key that seals its signing key. */
      sealedUnder: Schema.String,
    }),
  },
  limitWallet: {
    path: "/wallet/limit",
    /** USDC times 10^6, in digits; null removes a limit, and an omitted one stays. */
    input: Schema.Struct({
      id: Schema.String,
      orderMaxE6: Schema.optionalKey(Schema.NullOr(MaxE6)),
      dayMaxE6: Schema.optionalKey(Schema.NullOr(MaxE6)),
    }),
    output: Schema.Struct({ wallet: WalletFacts }),
  },
  setClaimPolicy: {
    path: "/wallet/claim",
    input: Schema.Struct({ id: Schema.String, policy: Schema.Literals(CLAIM_POLICIES) }),
    output: Schema.Struct({ wallet: WalletFacts }),
  },
  listWallets: {
    path: "/wallet/list",
    input: Schema.Struct({ email: Schema.String }),
    output: Schema.Struct({ email: Schema.String, wallets: Schema.Array(WalletFacts) }),
  },
  rotate: {
    path: "/wallet/rotate",
    /** The id of the key that the operator means to seal under; null if the command has none. */
    input: Schema.Struct({ keyId: Schema.NullOr(Schema.String) }),
    output: Schema.Struct({
      keyId: Schema.String,
      resealed: Schema.Number,
      skipped: Schema.Number,
      unreadable: Schema.Array(
        Schema.Struct({ walletId: Schema.String, reason: Schema.String }),
      ),
      /** The same of webhooks. */
      webhooks: Schema.Struct({
        resealed: Schema.Number,
        skipped: Schema.Number,
        unreadable: Schema.Array(
          Schema.Struct({ webhookId: Schema.String, reason: Schema.String }),
        ),
      }),
    }),
  },
} as const;

/** The operation: takes a wallet's id, returns the wallet and its state at the venue. */
export const PROVISION_OPERATION = {
  path: "/wallet/provision",
  input: Schema.Struct({ id: Schema.String }),
  output: Schema.Struct({
    wallet: WalletFacts,
    balanceE6: UsdcDigits,
    /** Above it, the operator is warned of the key. */
    warnAboveE6: UsdcDigits,
    isClosedOnly: Schema.Boolean,
    /** Contracts that may move only part of the balance; amounts are USDC times 10^6, in digits. */
    shortAllowances: Schema.Array(Schema.Struct({
      spenderAddress: Schema.String,
      amountE6: UsdcDigits,
    })),
  }),
} as const;

/** The handlers of what needs the store alone. */
export const walletHandlers = [
  handleOperation(WALLET_OPERATIONS.importWallet, (input) =>
    Effect.map(
      importWallet({ ...input, funder: Option.fromNullOr(input.funder) }),
      ({ account, stored, isNew, isResealed }) => ({
        isNew,
        isResealed,
        email: account.email,
        wallet: toWalletFacts(stored.wallet),
      }),
    )),
  handleOperation(
    WALLET_OPERATIONS.showWallet,
    ({ id }) =>
      Effect.map(showWallet(id), ({ wallet, secrets }) => ({
        wallet: toWalletFacts(wallet),
        sealedUnder: secrets.signingKey.keyId,
      })),
  ),
  handleOperation(WALLET_OPERATIONS.limitWallet, ({ id, orderMaxE6, dayMaxE6 }) =>
    Effect.map(
      limitWallet({
        id,
        ...orderMaxE6 === undefined ? {} : { orderMaxE6: toMax(orderMaxE6) },
        ...dayMaxE6 === undefined ? {} : { dayMaxE6: toMax(dayMaxE6) },
      }),
      ({ wallet }) => ({ wallet: toWalletFacts(wallet) }),
    )),
  handleOperation(
    WALLET_OPERATIONS.setClaimPolicy,
    (change) =>
      Effect.map(setClaimPolicy(change), ({ wallet }) => ({ wallet: toWalletFacts(wallet) })),
  ),
  handleOperation(
    WALLET_OPERATIONS.listWallets,
    ({ email }) =>
      Effect.map(listWallets(email), ({ account, wallets }) => ({
        email: account.email,
        wallets: wallets.map(toWalletFacts),
      })),
  ),
  handleOperation(
    WALLET_OPERATIONS.rotate,
    Effect.fnUntraced(function* ({ keyId }) {
      yield* checkWalletKey(keyId);
      return { ...(yield* rotateSecrets()), webhooks: yield* resealWebhooks() };
    }),
  ),
];

/** The handler of what asks the venue. */
export const provisionHandler = handleOperation(
  PROVISION_OPERATION,
  Effect.fnUntraced(function* ({ id }) {
    const { wallet, status } = yield* provisionWallet(id);
    return {
      wallet: toWalletFacts(wallet),
      balanceE6: String(status.balanceE6),
      warnAboveE6: String(yield* WalletWarnE6),
      isClosedOnly: status.isClosedOnly,
      shortAllowances: shortAllowances(status)
        .map(({ spenderAddress, amountE6 }) => ({ spenderAddress, amountE6: String(amountE6) })),
    };
  }),
);

function toMax(digits: string | null): Option.Option<bigint> {
  return Option.map(Option.fromNullOr(digits), BigInt);
}

/** Fails if the service was not restarted with the new key: it would find nothing to rotate. */
const checkWalletKey = Effect.fnUntraced(function* (
  keyId: string | null,
): Effect.fn.Return<void, SealForeign | SecretBoxOff, SecretBox> {
  const box = yield* SecretBox;
  const ownKeyId = yield* box.keyId;
  if (keyId !== null && keyId !== ownKeyId) return yield* new SealForeign({ keyId, ownKeyId });
});
