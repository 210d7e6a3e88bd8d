/**
 * {@linkcode VenueAccount} at the primary venue's order book.
 *
 * @module
 */
import { Effect, Option } from "effect";
import type { VenueStanding } from "../../core/order/mod.ts";
import {
  type OpenTokens,
  type ProviderFailed,
  VenueAccount,
  type VenueCredentials,
  type WalletIdentity,
  WalletRefused,
} from "../../core/port/mod.ts";
import type { Protocol } from "../../core/venue/mod.ts";
import { approvalCall, approvalsOf, COLLATERAL_RIGHTS, SHARE_RIGHTS } from "./clob/approval.ts";
import type { AssetQuestion } from "./clob/balance.ts";
import type { ClobOptions } from "./clob/call.ts";
import { type ClobClient, type KeyHolder, makeClobClient } from "./clob/client.ts";
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
      (question: {
        readonly wallet: WalletIdentity;
        readonly credentials: VenueCredentials;
        readonly tokens: OpenTokens;
      }) =>
        Effect.catchTag(
          standingOf(client, question),
          "ClobRefusal",
          (refusal) =>
            Effect.fail(failureOf(refusal, { wallet: question.wallet, walletStatuses: [401] })),
        ),
    ),
    approvalCall,
  });
});

/** Asks for everything at once. */
function standingOf(
  client: ClobClient,
  { wallet: { address, signatureType }, credentials, tokens }: {
    readonly wallet: WalletIdentity;
    readonly credentials: VenueCredentials;
    readonly tokens: OpenTokens;
  },
) {
  const holder = { address, credentials };
  const balance = (asset: AssetQuestion["asset"]) =>
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
  // What was learned of V2 from documents alone must not keep anybody from trading V1. A wallet
  // that the venue will not have is refused the question about its money as well.
  const sharesV2 = Effect.catchTag(
    shares("v2", "CONDITIONAL-V2"),
    "ClobRefusal",
    (refusal) => Effect.as(Effect.logWarning("Cannot see who may move shares of V2", refusal), []),
  );
  return Effect.map(
    Effect.all({
      money: balance({ kind: "COLLATERAL" }),
      shares: Effect.all([shares("v1", "CONDITIONAL"), sharesV2], {
        concurrency: "unbounded",
      }),
      isClosedOnly: client.isClosedOnly(holder),
    }, { concurrency: "unbounded" }),
    ({ money, shares, isClosedOnly }): VenueStanding => ({
      balanceE6: BigInt(money.balance),
      approvals: [...approvalsOf(COLLATERAL_RIGHTS, money), ...shares.flat()],
      isClosedOnly,
    }),
  );
}

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
