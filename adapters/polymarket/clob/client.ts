/**
 * A client for the account endpoints of the order book's REST API.
 *
 * @module
 */
import { Effect, Redacted } from "effect";
import type { VenueCredentials } from "../../../core/port/venue_account.ts";
import { type AssetQuery, balanceRequest } from "./balance.ts";
import { type Asking, type ClobOptions, keyed, makeClobCall, open } from "./call.ts";
import { ApiKeyPayload, BalancePayload, BanPayload, TimePayload } from "./payload.ts";
import { l1Headers } from "./l1_auth.ts";
import type { ApiKeyHolder } from "./l2_auth.ts";

/** The nonce of the only API key that this service makes for an address. */
const NONCE = 0;

/** An address and its signing key. The key is 32 bytes and is not kept. */
export interface KeyHolder {
  readonly address: string;
  readonly signingKey: Uint8Array;
}

/** The account calls, one method per endpoint. */
export interface ClobClient {
  /** Makes the API key. The venue refuses where one was made before, which is normal. */
  readonly createApiKey: (holder: KeyHolder) => Asking<VenueCredentials>;
  /** Returns the API key that was made before. */
  readonly deriveApiKey: (holder: KeyHolder) => Asking<VenueCredentials>;
  /** Returns balance and allowances, after the venue has reread the chain. */
  readonly freshBalance: (holder: ApiKeyHolder, question: AssetQuery) => Asking<BalancePayload>;
  readonly isClosedOnly: (holder: ApiKeyHolder) => Asking<boolean>;
  /** The time of the venue's clock, in unix seconds. */
  readonly timeSec: Asking<number>;
}

/** Makes the client. */
export const makeClobClient = Effect.fnUntraced(function* (options: ClobOptions) {
  const { ask, read } = yield* makeClobCall(options);

  const requestKey = (
    method: "GET" | "POST",
    { path, address, signingKey }: KeyHolder & { readonly path: string },
  ) =>
    read({
      method,
      path,
      wanted: "the venue's API key",
      headers: (timestampSec) => l1Headers({ address, timestampSec, nonce: NONCE }, signingKey),
      secrets: [],
    }, ApiKeyPayload).pipe(
      Effect.map(({ apiKey, secret, passphrase }) => ({
        apiKey,
        secret: Redacted.make(secret),
        passphrase: Redacted.make(passphrase),
      })),
    );

  return {
    createApiKey: (holder) => requestKey("POST", { ...holder, path: "/auth/api-key" }),
    deriveApiKey: (holder) => requestKey("GET", { ...holder, path: "/auth/derive-api-key" }),
    freshBalance: (holder, question) =>
      Effect.andThen(
        ask(balanceRequest(holder, { ...question, isUpdate: true })),
        read(balanceRequest(holder, question), BalancePayload),
      ),
    isClosedOnly: (holder) =>
      Effect.map(
        read(
          keyed(holder, {
            path: "/auth/ban-status/closed-only",
            wanted: "whether the wallet may open positions",
          }),
          BanPayload,
        ),
        ({ closed_only }) => closed_only,
      ),
    timeSec: read(open({ path: "/time", wanted: "the time" }), TimePayload),
  } satisfies ClobClient;
});
