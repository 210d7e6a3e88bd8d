/**
 * {@linkcode VenueAccount} at the primary venue's order book.
 *
 * @module
 */
import { Effect } from "effect";
import {
  type ProviderFailed,
  VenueAccount,
  type VenueCredentials,
  type WalletIdentity,
  WalletRefused,
} from "../../core/port/mod.ts";
import { approvalsOf } from "./clob/approval.ts";
import type { ClobOptions } from "./clob/call.ts";
import { type KeyHolder, makeClobClient } from "./clob/client.ts";
import { clobFailed, type ClobRefusal } from "./clob/status.ts";

/** What the venue says to a request for an API key that it has given out before. */
const KNOWN_KEY = "could not create api key";

/** Words about the wallet, such as `'0x...' address banned`. Others are about our request. */
const ABOUT_WALLET = /\b(address|api key|banned|closed only)\b/i;

/** Makes the adapter. */
export const makePolymarketVenueAccount = Effect.fnUntraced(function* (options: ClobOptions) {
  const client = yield* makeClobClient(options);

  /**
   * Any 400 may hide that the key was made before, as the official client takes it too. Where it
   * was not, the words of the first refusal are the ones that help.
   */
  const derive = (holder: KeyHolder) =>
    client.createApiKey(holder).pipe(
      Effect.catchTag("ClobRefusal", (first) =>
        first.status !== 400 ? Effect.fail(first) : client.deriveApiKey(holder).pipe(
          Effect.catchTag("ClobRefusal", (second) =>
            Effect.fail(first.words.toLowerCase().startsWith(KNOWN_KEY) ? second : first)),
        )),
    );

  return VenueAccount.of({
    deriveCredentials: Effect.fn("VenueAccount.deriveCredentials")(
      (wallet: WalletIdentity, signingKey: Uint8Array) =>
        Effect.catchTag(
          derive({ address: wallet.address, signingKey }),
          "ClobRefusal",
          (refusal) => Effect.fail(failureOf(refusal, { wallet, walletStatuses: [400, 401] })),
        ),
    ),
    standing: Effect.fn("VenueAccount.standing")(
      ({ wallet, credentials, tokenId }: {
        readonly wallet: WalletIdentity;
        readonly credentials: VenueCredentials;
        readonly tokenId: string;
      }) => {
        const { address, signatureType } = wallet;
        const holder = { address, credentials };
        return Effect.all({
          money: client.freshBalance(holder, { asset: { kind: "COLLATERAL" }, signatureType }),
          shares: client.freshBalance(holder, {
            asset: { kind: "CONDITIONAL", tokenId },
            signatureType,
          }),
          isClosedOnly: client.isClosedOnly(holder),
        }, { concurrency: "unbounded" }).pipe(
          Effect.map(({ money, shares, isClosedOnly }) => ({
            balanceE6: BigInt(money.balance),
            approvals: [...approvalsOf("collateral", money), ...approvalsOf("shares", shares)],
            isClosedOnly,
          })),
          Effect.catchTag(
            "ClobRefusal",
            (refusal) => Effect.fail(failureOf(refusal, { wallet, walletStatuses: [401] })),
          ),
        );
      },
    ),
  });
});

/** Whether a refused question concerns the wallet, or is our own mistake. */
function failureOf(
  refusal: ClobRefusal,
  { wallet, walletStatuses }: {
    readonly wallet: WalletIdentity;
    readonly walletStatuses: ReadonlyArray<number>;
  },
): WalletRefused | ProviderFailed {
  const { status, words } = refusal;
  return walletStatuses.includes(status) || ABOUT_WALLET.test(words)
    ? new WalletRefused({ address: wallet.address, words })
    : clobFailed(refusal, { reason: "refused", because: `status ${status}: ${words}` });
}
