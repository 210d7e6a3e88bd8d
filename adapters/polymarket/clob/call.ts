/**
 * Calls the order book's REST API: signs requests, retries them, and keeps secrets out of failures.
 *
 * @module
 */
import { Clock, Effect, Option, Redacted, Schedule, Schema } from "effect";
import { ProviderFailed } from "../../../core/port/provider_failure.ts";
import { type HttpAnswer, makeHttpDelete, makeHttpGet, makeHttpPost } from "../../outbound/mod.ts";
import { clobFailed, type ClobRefusal, okAnswer, VENUE_ORDERS } from "./http_failure.ts";
import { type ApiKeyHolder, l2Headers, type L2Request } from "./l2_auth.ts";

const CALL_TIMEOUT_MS = 5_000;
/** Cancellations are retried by their caller, which knows whether a retry is safe. */
const RETRIES_MAX = { GET: 2, POST: 2, DELETE: 0 } as const;

/** The order book's URL, without a trailing slash. */
export interface ClobOptions {
  readonly clobUrl: string;
}

/** One request. Sending it twice does no harm, unless it says so. */
export interface ClobRequest {
  readonly method: L2Request["method"];
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** JSON, sent byte for byte. */
  readonly body?: string;
  /** What is requested, as a failure names it. */
  readonly wanted: string;
  /** Whether it is sent once only, whatever becomes of it. Default: no. */
  readonly isOnce?: boolean;
  readonly headers: (timestampSec: number) => Record<string, string>;
  /** Texts that no failure may quote, even if the venue's answer repeats them. */
  readonly secrets: ReadonlyArray<string>;
  /** Receives every answer, whatever its status. */
  readonly onAnswer?: (answer: HttpAnswer) => void;
}

/** A call that yields an answer, or fails with why there is none. */
export type Asking<T> = Effect.Effect<T, ProviderFailed | ClobRefusal>;

/** Sends requests. */
export interface ClobCall {
  readonly ask: (question: ClobRequest) => Asking<HttpAnswer>;
  /** Sends a request and decodes the JSON. A failure does not quote it: it may hold secrets. */
  readonly read: <T>(question: ClobRequest, schema: Schema.Decoder<T>) => Asking<T>;
}

/** Makes the caller. */
export const makeClobCall = Effect.fnUntraced(function* ({ clobUrl }: ClobOptions) {
  const call = { provider: VENUE_ORDERS, timeoutMs: CALL_TIMEOUT_MS };
  const get = yield* makeHttpGet(call);
  const send = {
    GET: (url: string, { headers }: { readonly headers: Record<string, string> }) =>
      get(url, headers),
    POST: yield* makeHttpPost(call),
    DELETE: yield* makeHttpDelete(call),
  };

  const attempt = Effect.fn("clob.ask")(function* (question: ClobRequest) {
    const timestampSec = Math.floor((yield* Clock.currentTimeMillis) / 1000);
    const headers = question.headers(timestampSec);
    const query = new URLSearchParams(question.query).toString();
    const url = `${clobUrl}${question.path}${query === "" ? "" : `?${query}`}`;
    const { wanted, method, body } = question;
    const answer = yield* Effect.mapError(
      send[method](
        url,
        body === undefined ? { headers } : {
          headers: { ...headers, "Content-Type": "application/json" },
          body,
        },
      ),
      ({ provider, reason, cause }) => new ProviderFailed({ provider, reason, wanted, cause }),
    );
    question.onAnswer?.(answer);
    // A signature read from a log could be replayed.
    const secrets = [...question.secrets, headers["POLY_SIGNATURE"] ?? ""].filter((s) => s !== "");
    return yield* Effect.fromResult(okAnswer(answer, { wanted, secrets }));
  });

  /** Retries failures that may pass by themselves. A timeout is not retried: it took too long. */
  const ask = (question: ClobRequest): Asking<HttpAnswer> =>
    attempt(question).pipe(
      Effect.retry({
        schedule: Schedule.exponential("150 millis").pipe(Schedule.jittered),
        times: question.isOnce === true ? 0 : RETRIES_MAX[question.method],
        while: (failure) => failure._tag === "ProviderFailed" && failure.reason === "unreachable",
      }),
    );

  return {
    ask,
    read: (question, schema) =>
      Effect.flatMap(ask(question), ({ text }) => decodeQuietly(text, { schema, question })),
  } satisfies ClobCall;
});

/** Returns a request signed with an API key; GET by default. */
export function keyed(
  holder: ApiKeyHolder,
  question:
    & Pick<ClobRequest, "path" | "query" | "body" | "wanted" | "isOnce" | "onAnswer">
    & Partial<Pick<ClobRequest, "method">>,
): ClobRequest {
  const { path, body, method = "GET" } = question;
  const { secret, passphrase } = holder.credentials;
  const request = { method, path, ...(body === undefined ? {} : { body }) };
  return {
    ...question,
    method,
    headers: (timestampSec) => l2Headers({ ...request, timestampSec }, holder),
    secrets: [Redacted.value(secret), Redacted.value(passphrase)],
  };
}

/** Returns a public, unsigned request. */
export function open(question: Pick<ClobRequest, "path" | "query" | "wanted">): ClobRequest {
  return { ...question, method: "GET", headers: () => ({}), secrets: [] };
}

function decodeQuietly<T>(
  text: string,
  { schema, question }: {
    readonly schema: Schema.Decoder<T>;
    readonly question: Pick<ClobRequest, "wanted">;
  },
): Effect.Effect<T, ProviderFailed> {
  const decoded = Schema.decodeUnknownOption(Schema.fromJsonString(schema))(text);
  if (Option.isSome(decoded)) return Effect.succeed(decoded.value);
  const because = `its ${text.length} characters do not decode as the expected answer`;
  return Effect.fail(clobFailed(question, { reason: "unreadable", because }));
}
