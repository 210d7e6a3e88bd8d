/**
 * Makes a wallet ready to trade: gets its API key from the venue, and looks at what it holds and
 * what it has approved.
 *
 * @module
 */
import { Effect, Option, Redacted } from "effect";
import { windowContaining } from "../market/mod.ts";
import { areApprovalsGiven } from "../order/mod.ts";
import {
  EventCatalog,
  NotListed,
  SecretBox,
  secretPlace,
  VenueAccount,
  type VenueCredentials,
  WalletStore,
} from "../port/mod.ts";
import { nowSec } from "./opened_window.ts";
import { showWallet } from "./show_wallet.ts";
import { Venue } from "./venue.ts";

/**
 * Provisions a wallet and gives it as it is stored now, with what the venue says of it. Again and
 * again is fine: the venue gives the same API key.
 *
 * The API key is kept as soon as it is there. What the venue does not say after that is claimed by
 * nobody: the approvals stay noted as they were, and the failure is the venue's.
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
    areAllowancesReady: wallet.areAllowancesReady,
  };
  yield* store.provision(found);
  const tokenId = yield* openToken;
  const standing = yield* venue.standing({ wallet, credentials, tokenId });
  yield* store.provision({ ...found, areAllowancesReady: areApprovalsGiven(standing) });
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

/** A token that is traded now: of the hour's market of bitcoin, which there always is. */
const openToken = Effect.gen(function* () {
  const catalog = yield* EventCatalog;
  const { profile } = yield* Venue;
  const window = windowContaining(profile.calendar, "1hour", yield* nowSec);
  const slug = profile.slugOf("btc", window);
  const { value } = yield* catalog.market(slug, "lasting");
  const tokenId = Option.flatMap(
    Option.fromUndefinedOr(value.market.outcomes[0]),
    (outcome) => outcome.tokenId,
  );
  const missing = () => new NotListed({ kind: "market", named: `slug "${slug}" and a token` });
  return yield* Effect.mapError(Effect.fromOption(tokenId), missing);
});
