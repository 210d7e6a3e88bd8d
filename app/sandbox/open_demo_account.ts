/**
 * Gives the sandbox's demo user an account, an API key and a wallet that is ready to trade.
 *
 * @module
 */
import { Effect, Option } from "effect";
import { digestOfKey } from "../../adapters/http/edge/limit/key_digest.ts";
import { addressOf } from "../../adapters/polymarket/clob/signing_key.ts";
import { lastFourOfKey, prefixOfKey } from "../../core/access/mod.ts";
import { type ClaimPolicy, UNLIMITED } from "../../core/order/mod.ts";
import { SecretBox } from "../../core/port/secret_box.ts";
import { secretLocation } from "../../core/port/wallet_store.ts";
import {
  importWallet,
  issueKey,
  openAccount,
  provisionWallet,
  setClaimPolicy,
} from "../../core/use_case/account/mod.ts";
import { DEMO_EMAIL, type DemoIdentity, demoUuid } from "./demo_identity.ts";

/** The demo user's data that the sandbox prints. `trouble` is why the wallet is not ready. */
export interface DemoAccount {
  readonly apiKey: string;
  readonly isKeyRevoked: boolean;
  readonly walletId: string;
  readonly claimPolicy: ClaimPolicy;
  readonly trouble: Option.Option<string>;
}

/** Opens an account and its API key, where they do not exist yet. */
export const openDemoKey = Effect.fn("openDemoKey")(function* (
  { seed, apiKey }: Pick<DemoIdentity, "seed" | "apiKey">,
) {
  yield* openAccount({ id: demoUuid(seed, "account"), email: DEMO_EMAIL });
  const sha256 = digestOfKey(apiKey);
  const { key } = yield* issueKey({
    id: demoUuid(seed, `api key ${sha256}`),
    email: DEMO_EMAIL,
    name: "sandbox",
    scopes: ["read", "trade"],
    prefix: prefixOfKey(apiKey),
    lastFour: lastFourOfKey(apiKey),
    sha256,
  });
  return key;
});

/**
 * Opens what does not exist yet. All processes of a world get the same account.
 *
 * The venue may be a simulator of another process that does not run yet: then the wallet is not
 * ready. One that runs gets the time that every call of the venue has, as on a busy machine an
 * answer takes seconds, and without it every order is refused.
 *
 * The wallet claims what it wins by itself, so that a bot which plays for hours does not run dry.
 */
export const openDemoAccount = Effect.fn("openDemoAccount")(function* (identity: DemoIdentity) {
  const { apiKey, walletId, signingKey } = identity;
  const key = yield* openDemoKey(identity);
  const { stored: { wallet }, isNew } = yield* importWallet({
    id: walletId,
    email: DEMO_EMAIL,
    address: Option.getOrThrow(addressOf(signingKey)),
    signatureType: 0,
    funder: Option.none(),
    signingKey: yield* (yield* SecretBox).seal(signingKey, secretLocation(walletId, "signingKey")),
    limits: UNLIMITED,
  });
  // What an operator has set since stays so.
  const { claimPolicy } = isNew
    ? (yield* setClaimPolicy({ id: walletId, policy: "auto" })).wallet
    : wallet;
  const trouble = yield* provisionWallet(walletId).pipe(
    Effect.as(Option.none<string>()),
    Effect.catch((failure) => Effect.succeed(Option.some(failure.message))),
  );
  return {
    apiKey,
    isKeyRevoked: Option.isSome(key.revokedMs),
    walletId,
    claimPolicy,
    trouble,
  } satisfies DemoAccount;
});
