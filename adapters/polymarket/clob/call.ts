/**
 * Asking the order book's REST interface: signed, retried and kept quiet.
 *
 * @module
 */
import { Clock, Effect, Option, Redacted, Schedule, Schema } from "effect";
import { ProviderFailed } from "../../../core/port/mod.ts";
import { type HttpAnswer, makeHttpDelete, makeHttpGet, makeHttpPost } from "../../outbound/mod.ts";
import { clobFailed, type ClobRefusal, okAnswer, VENUE_ORDERS } from "./status.ts";
import { type ApiKeyHolder, l2Headers, type L2Request } from "./l2_auth.ts";

const CALL_TIMEOUT_MS = 5_000;
/** Whether a cancellation that failed may be asked for again, who cancels knows. */
const RETRIES_MAX = { GET: 2, POST: 2, DELETE: 0 } as const;

/** Where the order book is, without a slash at its end. */
export interface ClobOptions {
  readonly clobUrl: string;
}

/** One question. Asking it twice does no harm. */
export interface ClobQuestion {
  readonly method: L2Request["method"];
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** JSON, sent byte for byte. */
  readonly body?: string;
  /** The answer, in the words of a failure. */
  readonly wanted: string;
  readonly headers: (timestampSec: number) => Record<string, string>;
  /** What no failure may repeat, should the venue say it. */
  readonly secrets: ReadonlyArray<string>;
  /** Told of every answer, whatever its status. */
  readonly onAnswer?: (answer: HttpAnswer) => void;
}

/** An answer, or why there is none. */
export type Asking<T> = Effect.Effect<T, ProviderFailed | ClobRefusal>;

/** Asks questions. */
export interface ClobCall {
  readonly ask: (question: ClobQuestion) => Asking<HttpAnswer>;
  /** Asks, and reads the JSON. What is wrong with it is not told, as it may hold secrets. */
  readonly read: <T>(question: ClobQuestion, schema: Schema.Decoder<T>) => Asking<T>;
}

/** Makes what asks. */
export const makeClobCall = Effect.fnUntraced(function* ({ clobUrl }: ClobOptions) {
  const call = { provider: VENUE_ORDERS, timeoutMs: CALL_TIMEOUT_MS };
  const get = yield* makeHttpGet(call);
  const send = {
    GET: (url: string, { headers }: { readonly headers: Record<string, string> }) =>
      get(url, headers),
    POST: yield* makeHttpPost(call),
    DELETE: yield* makeHttpDelete(call),
  };

  const attempt = Effect.fn("clob.ask")(function* (question: ClobQuestion) {
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
    // A signature could be used again by whoever reads it in a log.
    const secrets = [...question.secrets, headers["POLY_SIGNATURE"] ?? ""].filter((s) => s !== "");
    return yield* Effect.fromResult(okAnswer(answer, { wanted, secrets }));
  });

  /** What may pass by itself is tried again. What hangs has cost its time already. */
  const ask = (question: ClobQuestion): Asking<HttpAnswer> =>
    attempt(question).pipe(
      Effect.retry({
        schedule: Schedule.exponential("150 millis").pipe(Schedule.jittered),
        times: RETRIES_MAX[question.method],
        while: (failure) => failure._tag === "ProviderFailed" && failure.reason === "unreachable",
      }),
    );

  return {
    ask,
    read: (question, schema) =>
      Effect.flatMap(ask(question), ({ text }) => decodeQuietly(text, { schema, question })),
  } satisfies ClobCall;
});

/** A question that an API key signs: a GET, unless it says otherwise. */
export function keyed(
  holder: ApiKeyHolder,
  question:
    & Pick<ClobQuestion, "path" | "query" | "body" | "wanted" | "onAnswer">
    & Partial<Pick<ClobQuestion, "method">>,
): ClobQuestion {
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

/** A question that anybody may ask. */
export function open(question: Pick<ClobQuestion, "path" | "query" | "wanted">): ClobQuestion {
  return { ...question, method: "GET", headers: () => ({}), secrets: [] };
}

function decodeQuietly<T>(
  text: string,
  { schema, question }: {
    readonly schema: Schema.Decoder<T>;
    readonly question: Pick<ClobQuestion, "wanted">;
  },
): Effect.Effect<T, ProviderFailed> {
  const decoded = Schema.decodeUnknownOption(Schema.fromJsonString(schema))(text);
  if (Option.isSome(decoded)) return Effect.succeed(decoded.value);
  const because = `${text.length} characters that are no such answer`;
  return Effect.fail(clobFailed(question, { reason: "unreadable", because }));
}
