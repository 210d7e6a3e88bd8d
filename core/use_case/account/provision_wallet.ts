/**
 * Makes a wallet ready to trade: gets its API key from the venue, and reads its balance and
 * approvals.
 *
 * @module
 */
import { Effect, Option, Redacted } from "effect";
import { isPaperWallet, rightsOf, type VenueWalletStatus } from "../../order/mod.ts";
import { payableE6 } from "../../paper/mod.ts";
import { PaperStore } from "../../port/paper_store.ts";
import { SecretBox } from "../../port/secret_box.ts";
import type { StoreFailed } from "../../port/store_failure.ts";
import { VenueAccount, type VenueCredentials } from "../../port/venue_account.ts";
import { secretLocation, WalletStore } from "../../port/wallet_store.ts";
import { openTokens } from "./open_tokens.ts";
import { showWallet } from "./show_wallet.ts";

/**
 * Provisions a wallet and returns it as stored, with its status at the venue. Idempotent: the
 * venue returns the same API key each time.
 *
 * Stores the API key as soon as the venue returns it. A right that the venue does not report keeps
 * its stored value. Fails as the venue does if its status cannot be read.
 */
export const provisionWallet = Effect.fn("provisionWallet")(function* (id: string) {
  const box = yield* SecretBox;
  const venue = yield* VenueAccount;
  const store = yield* WalletStore;
  const { wallet, secrets } = yield* showWallet(id);
  if (isPaperWallet(id)) return { wallet, status: yield* paperStatus(id) };
  const credentials = yield* box.open(
    secrets.signingKey,
    secretLocation(id, "signingKey"),
    (signingKey) => venue.deriveCredentials(wallet, signingKey),
  );
  const found = {
    id,
    clobApiKey: credentials.apiKey,
    credentials: yield* sealCredentials(id, credentials),
    rights: wallet.rights,
  };
  yield* store.provision(found);
  const tokens = yield* openTokens();
  const status = yield* venue.status({ wallet, credentials, tokens });
  const rights = new Map([...wallet.rights, ...rightsOf(status)]);
  yield* store.provision({ ...found, rights });
  const { wallet: provisioned } = yield* showWallet(id);
  return { wallet: provisioned, status };
});

/** A paper wallet has all that it needs, and nothing at the venue. */
const paperStatus = Effect.fnUntraced(function* (
  id: string,
): Effect.fn.Return<VenueWalletStatus, StoreFailed, PaperStore> {
  const kept = yield* (yield* PaperStore).read(id);
  const balanceE6 = Option.match(kept, {
    onNone: () => 0n,
    onSome: ({ account }) => payableE6(account),
  });
  return { balanceE6, approvals: [], isClosedOnly: false };
});

/** Seals credentials in the form that {@linkcode secretLocation} defines: JSON in UTF-8. */
const sealCredentials = Effect.fnUntraced(function* (
  id: string,
  { secret, passphrase }: VenueCredentials,
) {
  const box = yield* SecretBox;
  const text = { secret: Redacted.value(secret), passphrase: Redacted.value(passphrase) };
  const bytes = new TextEncoder().encode(JSON.stringify(text));
  return yield* Effect.ensuring(
    box.seal(bytes, secretLocation(id, "credentials")),
    Effect.sync(() => bytes.fill(0)),
  );
});
