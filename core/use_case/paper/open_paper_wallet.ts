/**
 * Opens a paper wallet: it has an address and an API key like others, and money that is none.
 *
 * @module
 */
import { Clock, Effect, Option } from "effect";
import { RIGHTS, type SignatureType, UNLIMITED, type Wallet } from "../../order/mod.ts";
import { openPaperAccount } from "../../paper/mod.ts";
import { PaperStore } from "../../port/paper_store.ts";
import { type Sealed, SecretBox } from "../../port/secret_box.ts";
import { secretLocation, WalletStore } from "../../port/wallet_store.ts";
import { accountOf } from "../account/account_of.ts";
import { paperApiKey } from "./on_paper.ts";

/** A paper wallet to open. */
export interface PaperOpening {
  /** A paper wallet's; its secrets are sealed for it. */
  readonly id: string;
  readonly email: string;
  /** Checksummed. */
  readonly address: string;
  readonly funder: string;
  readonly signatureType: SignatureType;
  readonly signingKey: Sealed;
  /** Of its API key for the venue's own clients. */
  readonly secret: string;
  readonly passphrase: string;
  /** USDC times 10^6. */
  readonly usdcE6: bigint;
  /** How long its orders are on their way, in milliseconds; none to draw it from measured ones. */
  readonly latencyMs: Option.Option<number>;
}

/**
 * Opens it, unless the account has one of this address and funder: then that one stays as it is,
 * and `isNew` is false.
 */
export const openPaperWallet = Effect.fn("openPaperWallet")(function* (opening: PaperOpening) {
  const [wallets, box, paper] = [yield* WalletStore, yield* SecretBox, yield* PaperStore];
  const { id, address, funder, signatureType } = opening;
  const account = yield* accountOf(opening.email);
  const text = JSON.stringify({ secret: opening.secret, passphrase: opening.passphrase });
  const credentials = yield* box.seal(
    new TextEncoder().encode(text),
    secretLocation(id, "credentials"),
  );
  const wallet: Wallet = {
    ...{ id, accountId: account.id, address, funder, signatureType },
    clobApiKey: Option.some(paperApiKey(id)),
    rights: new Map(RIGHTS.map((right) => [right, true])),
    limits: UNLIMITED,
    claimPolicy: "off",
    createdMs: Math.floor(yield* Clock.currentTimeMillis),
  };
  const { wallet: stored } = yield* wallets.add({
    wallet,
    secrets: { signingKey: opening.signingKey, credentials: Option.some(credentials) },
  });
  yield* paper.open({
    walletId: stored.id,
    account: openPaperAccount(opening.usdcE6),
    latencyMs: opening.latencyMs,
  });
  return { account, wallet: stored, isNew: stored.id === id };
});
