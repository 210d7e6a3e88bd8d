/**
 * Gives the sandbox's demo user an account, an API key and a wallet that is ready to trade.
 *
 * @module
 */
import { Clock, Effect, Option } from "effect";
import { digestOfKey } from "../../adapters/http/key_digest.ts";
import { addressOf } from "../../adapters/polymarket/signing_key.ts";
import { sleepMachineTime } from "../../adapters/outbound/mod.ts";
import { lastFourOfKey, prefixOfKey } from "../../core/access/mod.ts";
import { SecretBox, secretPlace, type StoredWallet, WalletStore } from "../../core/port/mod.ts";
import { issueKey, openAccount, provisionWallet } from "../../core/use_case/mod.ts";
import { DEMO_EMAIL, type DemoIdentity, demoUuid } from "./demo_identity.ts";

/** What the sandbox prints of its demo user. `trouble` says why the wallet is not ready. */
export interface DemoAccount {
  readonly apiKey: string;
  readonly isKeyRevoked: boolean;
  readonly walletId: string;
  readonly trouble: Option.Option<string>;
}

/** The venue may be a simulator of another process that does not run yet. */
const PROVISION_PATIENCE_MS = 3_000;

/** Opens what is missing. Processes of one world find the same. */
export const openDemoAccount = Effect.fn("openDemoAccount")(function* (identity: DemoIdentity) {
  const { seed, apiKey } = identity;
  const { account } = yield* openAccount({ id: demoUuid(seed, "account"), email: DEMO_EMAIL });
  const sha256 = digestOfKey(apiKey);
  const { key } = yield* issueKey({
    id: demoUuid(seed, `api key ${sha256}`),
    email: DEMO_EMAIL,
    scopes: ["read", "trade"],
    prefix: prefixOfKey(apiKey),
    lastFour: lastFourOfKey(apiKey),
    sha256,
  });
  const { wallet } = yield* addWallet(identity, account.id);
  const trouble = yield* provisionWallet(wallet.id).pipe(
    Effect.as(Option.none<string>()),
    Effect.catch((failure) => Effect.succeed(Option.some(failure.message))),
    Effect.raceFirst(
      Effect.as(
        sleepMachineTime(PROVISION_PATIENCE_MS),
        Option.some("Cannot provision the demo wallet: the venue did not answer in time"),
      ),
    ),
  );
  return {
    apiKey,
    isKeyRevoked: Option.isSome(key.revokedMs),
    walletId: wallet.id,
    trouble,
  } satisfies DemoAccount;
});

/** Adds the wallet, or seals the one that is there anew, if another key had sealed it. */
const addWallet = Effect.fnUntraced(function* (identity: DemoIdentity, accountId: string) {
  const box = yield* SecretBox;
  const store = yield* WalletStore;
  const { walletId: id, signingKey } = identity;
  const address = Option.getOrThrow(addressOf(signingKey));
  const sealed = yield* box.seal(signingKey, secretPlace(id, "signingKey"));
  const asked: StoredWallet = {
    wallet: {
      id,
      accountId,
      address,
      funder: address,
      signatureType: 0,
      clobApiKey: Option.none(),
      areAllowancesReady: false,
      createdMs: Math.floor(yield* Clock.currentTimeMillis),
    },
    secrets: { signingKey: sealed, credentials: Option.none() },
  };
  const stored = yield* store.add(asked);
  if (stored.secrets.signingKey.keyId !== sealed.keyId) {
    yield* store.replaceSecrets({ id, from: stored.secrets, to: asked.secrets });
  }
  return stored;
});
