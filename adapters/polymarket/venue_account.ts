/**
 * Implements {@linkcode VenueAccount} on the primary venue's order book.
 *
 * @module
 */
import { Effect, Option } from "effect";
import type { VenueWalletStatus } from "../../core/order/mod.ts";
import type { ProviderFailed } from "../../core/port/provider_failure.ts";
import {
  type OpenTokens,
  VenueAccount,
  type VenueCredentials,
  type WalletIdentity,
  WalletRefused,
} from "../../core/port/venue_account.ts";
import type { Protocol } from "../../core/venue/mod.ts";
import { approvalCall, approvalsOf, COLLATERAL_RIGHTS, SHARE_RIGHTS } from "./clob/approval.ts";
import type { AssetQuery } from "./clob/balance.ts";
import type { ClobOptions } from "./clob/call.ts";
import { type ClobClient, type KeyHolder, makeClobClient } from "./clob/client.ts";
import { clobFailed, type ClobRefusal } from "./clob/http_failure.ts";

/** The venue's message where an API key was made before. */
const KNOWN_KEY = "could not create api key";

/** Messages about the wallet, such as `'0x...' address banned`. Others concern our request. */
const ABOUT_WALLET = /\b(address|api key|banned|closed only)\b/i;

/** Makes the adapter. */
export const makePolymarketVenueAccount = Effect.fnUntraced(function* (options: ClobOptions) {
  const client = yield* makeClobClient(options);

  /**
   * Any 400 may mean that the key was made before; the official client reads it so too. Where it
   * was not, the message of the first refusal is the helpful one.
   */
  const derive = (holder: KeyHolder) =>
    client.createApiKey(holder).pipe(
      Effect.catchTag("ClobRefusal", (first) =>
        first.status !== 400 ? Effect.fail(first) : client.deriveApiKey(holder).pipe(
          Effect.catchTag("ClobRefusal", (second) =>
            Effect.fail(first.venueMessage.toLowerCase().startsWith(KNOWN_KEY) ? second : first)),
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
    status: Effect.fn("VenueAccount.status")(
      (question: {
        readonly wallet: WalletIdentity;
        readonly credentials: VenueCredentials;
        readonly tokens: OpenTokens;
      }) =>
        Effect.catchTag(
          walletStatusOf(client, question),
          "ClobRefusal",
          (refusal) =>
            Effect.fail(failureOf(refusal, { wallet: question.wallet, walletStatuses: [401] })),
        ),
    ),
    approvalCall,
  });
});

/** Sends every request in parallel. */
function walletStatusOf(
  client: ClobClient,
  { wallet: { address, signatureType }, credentials, tokens }: {
    readonly wallet: WalletIdentity;
    readonly credentials: VenueCredentials;
    readonly tokens: OpenTokens;
  },
) {
  const holder = { address, credentials };
  const balance = (asset: AssetQuery["asset"]) =>
    client.freshBalance(holder, { asset, signatureType });
  const shares = (protocol: Protocol, kind: "CONDITIONAL" | "CONDITIONAL-V2") =>
    Option.match(tokens[protocol], {
      onNone: () => Effect.succeed([]),
      onSome: (tokenId) =>
        Effect.map(
          balance({ kind, tokenId }),
          (answer) => approvalsOf(SHARE_RIGHTS[protocol], answer),
        ),
    });
  // The V2 request was written from documents alone and must not block trading V1. A wallet that
  // the venue refuses fails on the request for its money too.
  const sharesV2 = Effect.catchTag(
    shares("v2", "CONDITIONAL-V2"),
    "ClobRefusal",
    (refusal) =>
      Effect.as(Effect.logWarning("Cannot read the approvals of V2 shares", refusal), []),
  );
  return Effect.map(
    Effect.all({
      money: balance({ kind: "COLLATERAL" }),
      shares: Effect.all([shares("v1", "CONDITIONAL"), sharesV2], {
        concurrency: "unbounded",
      }),
      isClosedOnly: client.isClosedOnly(holder),
    }, { concurrency: "unbounded" }),
    ({ money, shares, isClosedOnly }): VenueWalletStatus => ({
      balanceE6: BigInt(money.balance),
      approvals: [...approvalsOf(COLLATERAL_RIGHTS, money), ...shares.flat()],
      isClosedOnly,
    }),
  );
}

/** Returns a refusal as one of the wallet, or as a failed call where our request was wrong. */
function failureOf(
  refusal: ClobRefusal,
  { wallet, walletStatuses }: {
    readonly wallet: WalletIdentity;
    readonly walletStatuses: ReadonlyArray<number>;
  },
): WalletRefused | ProviderFailed {
  const { status, venueMessage } = refusal;
  return walletStatuses.includes(status) || ABOUT_WALLET.test(venueMessage)
    ? new WalletRefused({ address: wallet.address, venueMessage })
    : clobFailed(refusal, { reason: "refused", because: `status ${status}: ${venueMessage}` });
}
