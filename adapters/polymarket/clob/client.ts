/**
 * The order book's REST interface, as far as accounts go.
 *
 * @module
 */
import { Effect, Redacted } from "effect";
import type { VenueCredentials } from "../../../core/port/mod.ts";
import { type AssetQuestion, balanceQuestion } from "./balance.ts";
import { type Asking, type ClobOptions, keyed, makeClobCall, open } from "./call.ts";
import { ApiKeyPayload, BalancePayload, BanPayload, TimePayload } from "./payload.ts";
import { l1Headers } from "./l1_auth.ts";
import type { ApiKeyHolder } from "./l2_auth.ts";

/** The one API key that an address has from us. */
const NONCE = 0;

/** Whose key signs. The key is 32 bytes and is not kept. */
export interface KeyHolder {
  readonly address: string;
  readonly signingKey: Uint8Array;
}

/** One method an endpoint. */
export interface ClobClient {
  /** Makes the API key. The venue refuses it for one that was made before, which is normal. */
  readonly createApiKey: (holder: KeyHolder) => Asking<VenueCredentials>;
  /** The API key that was made before. */
  readonly deriveApiKey: (holder: KeyHolder) => Asking<VenueCredentials>;
  /** What the wallet holds and allows, after the venue has read the chain anew. */
  readonly freshBalance: (holder: ApiKeyHolder, question: AssetQuestion) => Asking<BalancePayload>;
  readonly isClosedOnly: (holder: ApiKeyHolder) => Asking<boolean>;
  /** The venue's clock. */
  readonly timeSec: Asking<number>;
}

/** Makes the client. */
export const makeClobClient = Effect.fnUntraced(function* (options: ClobOptions) {
  const { ask, read } = yield* makeClobCall(options);

  const askForKey = (
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
    createApiKey: (holder) => askForKey("POST", { ...holder, path: "/auth/api-key" }),
    deriveApiKey: (holder) => askForKey("GET", { ...holder, path: "/auth/derive-api-key" }),
    freshBalance: (holder, question) =>
      Effect.andThen(
        ask(balanceQuestion(holder, { ...question, isUpdate: true })),
        read(balanceQuestion(holder, question), BalancePayload),
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
