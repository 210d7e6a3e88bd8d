/**
 * The order book's REST interface, as far as accounts go: signed, retried and kept quiet.
 *
 * @module
 */
import { Clock, Effect, Option, Redacted, Schedule, Schema } from "effect";
import { ProviderFailed, type VenueCredentials } from "../../core/port/mod.ts";
import type { SignatureType } from "../../core/order/mod.ts";
import { type HttpAnswer, makeHttpGet, makeHttpPost } from "../outbound/mod.ts";
import {
  ApiKeyPayload,
  BalancePayload,
  BanPayload,
  TimePayload,
  VersionPayload,
} from "./clob_payload.ts";
import { clobFailed, type ClobRefusal, okAnswer, VENUE_ORDERS } from "./clob_status.ts";
import { l1Headers } from "./l1_auth.ts";
import { type ApiKeyHolder, l2Headers } from "./l2_auth.ts";

const CALL_TIMEOUT_MS = 5_000;
const RETRIES_MAX = 2;
/** The one API key that an address has from us. */
const NONCE = 0;

/** Where the order book is, without a slash at its end. */
export interface ClobOptions {
  readonly clobUrl: string;
}

/** Whose key signs. The key is 32 bytes and is not kept. */
export interface KeyHolder {
  readonly address: string;
  readonly signingKey: Uint8Array;
}

/** Money, or the shares of an outcome. */
export interface AssetQuestion {
  readonly asset: { readonly kind: "COLLATERAL" } | {
    readonly kind: "CONDITIONAL";
    readonly tokenId: string;
  };
  readonly signatureType: SignatureType;
}

type Asking<T> = Effect.Effect<T, ProviderFailed | ClobRefusal>;

/** One method an endpoint. */
export interface ClobClient {
  /** Makes the API key. The venue refuses it for one that was made before, which is normal. */
  readonly createApiKey: (holder: KeyHolder) => Asking<VenueCredentials>;
  /** The API key that was made before. */
  readonly deriveApiKey: (holder: KeyHolder) => Asking<VenueCredentials>;
  /** What the wallet holds and allows, after the venue has read the chain anew. */
  readonly freshBalance: (holder: ApiKeyHolder, question: AssetQuestion) => Asking<BalancePayload>;
  readonly isClosedOnly: (holder: ApiKeyHolder) => Asking<boolean>;
  readonly version: Asking<number>;
  /** The venue's clock. */
  readonly timeSec: Asking<number>;
}

/** Makes the client. */
export const makeClobClient = Effect.fnUntraced(function* ({ clobUrl }: ClobOptions) {
  const call = { provider: VENUE_ORDERS, timeoutMs: CALL_TIMEOUT_MS };
  const send = { GET: yield* makeHttpGet(call), POST: yield* makeHttpPost(call) };

  const attempt = Effect.fn("clob.ask")(function* (question: Question) {
    const timestampSec = Math.floor((yield* Clock.currentTimeMillis) / 1000);
    const headers = yield* Effect.promise(() => question.headers(timestampSec));
    const query = new URLSearchParams(question.query).toString();
    const url = `${clobUrl}${question.path}${query === "" ? "" : `?${query}`}`;
    const { wanted } = question;
    const answer = yield* Effect.mapError(
      send[question.method](url, headers),
      ({ provider, reason, cause }) => new ProviderFailed({ provider, reason, wanted, cause }),
    );
    // A signature could be used again by whoever reads it in a log.
    const secrets = [...question.secrets, headers["POLY_SIGNATURE"] ?? ""].filter((s) => s !== "");
    return yield* Effect.fromResult(okAnswer(answer, { wanted, secrets }));
  });

  /**
   * What may pass by itself is tried again: asking for an API key twice does no harm either. What
   * hangs has cost its time already.
   */
  const ask = (question: Question): Asking<HttpAnswer> =>
    attempt(question).pipe(
      Effect.retry({
        schedule: Schedule.exponential("150 millis").pipe(Schedule.jittered),
        times: RETRIES_MAX,
        while: (failure) => failure._tag === "ProviderFailed" && failure.reason === "unreachable",
      }),
    );

  const read = <T>(question: Question, schema: Schema.Decoder<T>): Asking<T> =>
    Effect.flatMap(ask(question), ({ text }) => decodeQuietly(text, { schema, question }));

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
    freshBalance: (holder, { asset, signatureType }) => {
      const isMoney = asset.kind === "COLLATERAL";
      const query = {
        asset_type: asset.kind,
        ...(isMoney ? {} : { token_id: asset.tokenId }),
        signature_type: String(signatureType),
      };
      const question = (path: string) =>
        keyed(holder, { path, query, wanted: `the wallet's ${isMoney ? "balance" : "shares"}` });
      return Effect.andThen(
        ask(question("/balance-allowance/update")),
        read(question("/balance-allowance"), BalancePayload),
      );
    },
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
    version: Effect.map(
      read(open("/version", "the version of its exchange"), VersionPayload),
      ({ version }) => version,
    ),
    timeSec: read(open("/time", "the time"), TimePayload),
  } satisfies ClobClient;
});

interface Question {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly query?: Record<string, string>;
  /** The answer, in the words of a failure. */
  readonly wanted: string;
  readonly headers: (timestampSec: number) => Promise<Record<string, string>>;
  /** What no failure may repeat, should the venue say it. */
  readonly secrets: ReadonlyArray<string>;
}

/** A question that an API key signs. */
function keyed(
  holder: ApiKeyHolder,
  question: Pick<Question, "path" | "query" | "wanted">,
): Question {
  const { path } = question;
  const { secret, passphrase } = holder.credentials;
  return {
    ...question,
    method: "GET",
    headers: (timestampSec) => l2Headers({ method: "GET", path, timestampSec }, holder),
    secrets: [Redacted.value(secret), Redacted.value(passphrase)],
  };
}

/** A question that anybody may ask. */
function open(path: string, wanted: string): Question {
  return { method: "GET", path, wanted, headers: () => Promise.resolve({}), secrets: [] };
}

/** Reads an answer that may hold secrets: what is wrong with it is not told. */
function decodeQuietly<T>(
  text: string,
  { schema, question }: {
    readonly schema: Schema.Decoder<T>;
    readonly question: Pick<Question, "wanted">;
  },
): Effect.Effect<T, ProviderFailed> {
  const decoded = Schema.decodeUnknownOption(Schema.fromJsonString(schema))(text);
  if (Option.isSome(decoded)) return Effect.succeed(decoded.value);
  const because = `${text.length} characters that are no such answer`;
  return Effect.fail(clobFailed(question, { reason: "unreadable", because }));
}
