/**
 * The operation that opens a paper wallet. Its signing key arrives sealed.
 *
 * @module
 */
import { randomBytes } from "node:crypto";
import { Effect, Option, Schema } from "effect";
import { isPaperWallet, SIGNATURE_TYPES } from "../../core/order/mod.ts";
import { openPaperWallet } from "../../core/use_case/paper/mod.ts";
import { handleOperation } from "./operation.ts";
import { Address, toWalletFacts, WalletFacts, WalletId } from "./wallet_facts.ts";

/** The operation. */
export const PAPER_OPERATION = {
  path: "/wallet/paper",
  input: Schema.Struct({
    id: WalletId.check(Schema.makeFilter((id: string) => isPaperWallet(id))),
    email: Schema.String,
    address: Address,
    funder: Address,
    signatureType: Schema.Literals(SIGNATURE_TYPES),
    signingKey: Schema.Struct({ keyId: Schema.String, box: Schema.String }),
    /** USDC times 10^6, in digits. */
    usdcE6: Schema.String.check(Schema.isPattern(/^[1-9]\d{0,17}$/)),
    /** Null to draw it from what was measured. */
    latencyMs: Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 5_000 }))),
  }),
  output: Schema.Struct({
    isNew: Schema.Boolean,
    email: Schema.String,
    wallet: WalletFacts,
  }),
} as const;

const SECRET_BYTES = 32;

/** The handler. The secrets of its API key are made here, in the venue's form. */
export const paperHandler = handleOperation(
  PAPER_OPERATION,
  ({ usdcE6, latencyMs, ...opening }) =>
    Effect.map(
      openPaperWallet({
        ...opening,
        secret: randomBytes(SECRET_BYTES).toString("base64url"),
        passphrase: randomBytes(SECRET_BYTES).toString("hex"),
        usdcE6: BigInt(usdcE6),
        latencyMs: Option.fromNullOr(latencyMs),
      }),
      ({ account, wallet, isNew }) => ({
        isNew,
        email: account.email,
        wallet: toWalletFacts(wallet),
      }),
    ),
);
