/**
 * Makes a wallet ready to trade: gets its API key from the venue, and looks at what it holds and
 * what it has approved.
 *
 * @module
 */
import { Effect, Redacted } from "effect";
import { rightsOf } from "../order/mod.ts";
import {
  SecretBox,
  secretPlace,
  VenueAccount,
  type VenueCredentials,
  WalletStore,
} from "../port/mod.ts";
import { openTokens } from "./open_tokens.ts";
import { showWallet } from "./show_wallet.ts";

/**
 * Provisions a wallet and gives it as it is stored now, with what the venue says of it. Again and
 * again is fine: the venue gives the same API key.
 *
 * The API key is kept as soon as it is there. What the venue does not say after that is claimed by
 * nobody: each right of which it says nothing stays noted as it was, and a failure is the venue's.
 */
export const provisionWallet = Effect.fn("provisionWallet")(function* (id: string) {
  const box = yield* SecretBox;
  const venue = yield* VenueAccount;
  const store = yield* WalletStore;
  const { wallet, secrets } = yield* showWallet(id);
  const credentials = yield* box.open(
    secrets.signingKey,
    secretPlace(id, "signingKey"),
    (signingKey) => venue.deriveCredentials(wallet, signingKey),
  );
  const found = {
    id,
    clobApiKey: credentials.apiKey,
    credentials: yield* sealCredentials(id, credentials),
    rights: wallet.rights,
  };
  yield* store.provision(found);
  const tokens = yield* openTokens;
  const standing = yield* venue.standing({ wallet, credentials, tokens });
  const rights = new Map([...wallet.rights, ...rightsOf(standing)]);
  yield* store.provision({ ...found, rights });
  const { wallet: provisioned } = yield* showWallet(id);
  return { wallet: provisioned, standing };
});

/** As {@linkcode secretPlace} says: JSON in UTF-8, overwritten once it is sealed. */
const sealCredentials = Effect.fnUntraced(function* (
  id: string,
  { secret, passphrase }: VenueCredentials,
) {
  const box = yield* SecretBox;
  const text = { secret: Redacted.value(secret), passphrase: Redacted.value(passphrase) };
  const bytes = new TextEncoder().encode(JSON.stringify(text));
  return yield* Effect.ensuring(
    box.seal(bytes, secretPlace(id, "credentials")),
    Effect.sync(() => bytes.fill(0)),
  );
});
