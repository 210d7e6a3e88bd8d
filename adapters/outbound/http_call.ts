/**
 * One HTTP call to a provider: with a deadline, read to its end, classified and watched.
 *
 * @module
 */
import { Clock, Effect, Metric } from "effect";
import { ProviderFailed, ProviderWatch } from "../../core/port/mod.ts";

/** What a provider answered, whatever its status. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** A file as a provider sent it. `bytes` is empty where `status` is not 200, `text` where it is. */
export interface HttpFileAnswer extends HttpAnswer {
  readonly bytes: Uint8Array;
}

/** How to call one provider. */
export interface HttpCallOptions {
  /** The provider's name in failures, in the log and on the status page. */
  readonly provider: string;
  /** In machine time, from the first byte sent to the last byte read. */
  readonly timeoutMs: number;
}

/** A call of a whole URL. Fails only when no whole answer came. */
export type HttpCall = (
  url: string,
  headers?: Readonly<Record<string, string>>,
) => Effect.Effect<HttpAnswer, ProviderFailed>;

/** A call for a file. Fails when no whole answer came, or one that is larger than allowed. */
export type HttpFileCall = (url: string) => Effect.Effect<HttpFileAnswer, ProviderFailed>;

/** What is sent. The body goes out byte for byte; its type is for the headers to say. */
export interface HttpMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A call that may carry something. Fails only when no whole answer came. */
export type HttpSend = (
  url: string,
  message: HttpMessage,
) => Effect.Effect<HttpAnswer, ProviderFailed>;

/** The provider works, but not for us: no key, a ban, too many calls, an unserved region. */
const TURNED_AWAY: ReadonlySet<number> = new Set([401, 403, 418, 429, 451]);

/** A provider's answer is never larger; one that is, is not an answer. */
const ANSWER_BYTES_MAX = 32 * 1024 * 1024;

const CALLS = Metric.counter("strikeline_provider_calls_total", {
  description: "Calls of providers, by how they ended.",
  incremental: true,
});

/** Makes GETs of one provider. Every call is told to the {@linkcode ProviderWatch}. */
export function makeHttpGet(options: HttpCallOptions) {
  return Effect.map(makeHttpSend("GET", options), withoutBody);
}

/** Makes GETs of files of at most `bytesMax`, told to the {@linkcode ProviderWatch} as well. */
export function makeHttpGetFile(
  { bytesMax, ...options }: HttpCallOptions & { readonly bytesMax: number },
) {
  const makeCall = makeHttpCall({
    ...options,
    method: "GET",
    read: (response) => readFileAnswer(response, bytesMax),
  });
  return Effect.map(makeCall, (call): HttpFileCall => (url) => call(url, { headers: {} }));
}

/** Makes HEADs of one provider, told to the {@linkcode ProviderWatch} as well. */
export function makeHttpHead(options: HttpCallOptions) {
  return Effect.map(makeHttpSend("HEAD", options), withoutBody);
}

/**
 * Makes POSTs of one provider, told to the {@linkcode ProviderWatch} as well. One whose connection
 * breaks is never sent a second time.
 */
export function makeHttpPost(options: HttpCallOptions) {
  return makeHttpSend("POST", options);
}

/**
 * Makes DELETEs of one provider, told to the {@linkcode ProviderWatch} as well. The runtime may
 * send one again whose connection breaks.
 */
export function makeHttpDelete(options: HttpCallOptions) {
  return makeHttpSend("DELETE", options);
}

function withoutBody(send: HttpSend): HttpCall {
  return (url, headers = {}) => send(url, { headers });
}

type HttpMethod = "GET" | "HEAD" | "POST" | "DELETE";

function makeHttpSend(method: HttpMethod, options: HttpCallOptions) {
  return makeHttpCall({ ...options, method, read: readAnswer });
}

const makeHttpCall = Effect.fnUntraced(function* <A extends HttpAnswer>(
  options: HttpCallOptions & {
    readonly method: HttpMethod;
    readonly read: (response: Response) => Promise<A>;
  },
) {
  const watch = yield* ProviderWatch;
  const { provider, method, read } = options;
  const calls = {
    ok: Metric.withAttributes(CALLS, { provider, outcome: "ok" }),
    failed: Metric.withAttributes(CALLS, { provider, outcome: "failed" }),
  };
  const failed = (reason: ProviderFailed["reason"], cause: unknown) =>
    new ProviderFailed({ provider, reason, cause });

  const call = (url: string, { headers, body }: HttpMessage) =>
    Effect.tryPromise({
      try: async (interrupted) => {
        const deadline = AbortSignal.timeout(options.timeoutMs);
        const response = await fetch(url, {
          method,
          headers,
          ...(body === undefined ? {} : { body }),
          redirect: "error",
          signal: AbortSignal.any([interrupted, deadline]),
        });
        return await read(response);
      },
      catch: (cause) => failed(reasonOf(cause), cause),
    });

  const watched = Effect.fnUntraced(function* (url: string, message: HttpMessage) {
    const startedAtMs = yield* Clock.currentTimeMillis;
    const startedMs = performance.now();
    return yield* call(url, message).pipe(
      Effect.tap(({ status }) => record(status < 500 && !TURNED_AWAY.has(status))),
      Effect.tapError(() => record(false)),
    );

    function record(ok: boolean) {
      const tookMs = performance.now() - startedMs;
      return Effect.andThen(
        Metric.update(ok ? calls.ok : calls.failed, 1),
        watch.record({ provider, ok, atMs: startedAtMs, tookMs }),
      );
    }
  });
  return (url: string, message: HttpMessage): Effect.Effect<A, ProviderFailed> =>
    watched(url, message);
});

async function readAnswer(response: Response): Promise<HttpAnswer> {
  const declared = Number(response.headers.get("content-length") ?? 0);
  if (declared > ANSWER_BYTES_MAX) throw new Error(`an answer of ${declared} bytes`);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Stops to read where the answer grows too large, whatever it declared. */
async function readFileAnswer(response: Response, bytesMax: number): Promise<HttpFileAnswer> {
  const { status, headers } = response;
  const isFile = status === 200;
  const parts: Array<Uint8Array> = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    if (size > bytesMax) throw new AnswerTooLarge(`an answer of more than ${bytesMax} bytes`);
    parts.push(part);
  }
  const bytes = Buffer.concat(parts);
  return {
    status,
    headers,
    text: isFile ? "" : bytes.toString(),
    bytes: isFile ? bytes : new Uint8Array(),
  };
}

/** It would be as large another time. */
class AnswerTooLarge extends Error {}

function reasonOf(cause: unknown): ProviderFailed["reason"] {
  if (cause instanceof AnswerTooLarge) return "unreadable";
  return cause instanceof Error && cause.name === "TimeoutError" ? "timeout" : "unreachable";
}
