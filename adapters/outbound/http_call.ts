/**
 * One HTTP call to a provider: with a deadline, read completely, classified and recorded.
 *
 * @module
 */
import { Clock, Effect, Metric, type Tracer } from "effect";
import { ProviderFailed } from "../../core/port/provider_failure.ts";
import { ProviderWatch } from "../../core/port/provider_watch.ts";
import { httpDateMs } from "./http_date.ts";
import { OtherNetwork } from "./network.ts";
import { Wiretap } from "./wiretap.ts";

/** A provider's answer, whatever its status. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** A file of a provider. `bytes` is empty unless `status` is 200, `text` is empty if it is. */
export interface HttpFileAnswer extends HttpAnswer {
  readonly bytes: Uint8Array;
}

/** The options of calls to one provider. */
export interface HttpCallOptions {
  /** The provider's name in failures, in the log and on the status page. */
  readonly provider: string;
  /** The time limit in machine time, from the first byte sent to the last byte read. */
  readonly timeoutMs: number;
}

/** Calls an absolute URL. Fails only without a complete answer. */
export type HttpCall = (
  url: string,
  headers?: Readonly<Record<string, string>>,
) => Effect.Effect<HttpAnswer, ProviderFailed>;

/** Downloads a file. Fails without a complete answer, or if the file is too large. */
export type HttpFileCall = (url: string) => Effect.Effect<HttpFileAnswer, ProviderFailed>;

/** What a call sends. The body is sent byte for byte; its type belongs in the headers. */
export interface HttpMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Calls an absolute URL with a message. Fails only without a complete answer. */
export type HttpSend = (
  url: string,
  message: HttpMessage,
) => Effect.Effect<HttpAnswer, ProviderFailed>;

/** The provider works but refuses us: no key, a ban, too many calls, an unserved region. */
const REFUSED_STATUSES: ReadonlySet<number> = new Set([401, 403, 418, 429, 451]);

/** The maximum size of an answer; real answers are smaller. */
const ANSWER_BYTES_MAX = 32 * 1024 * 1024;

const CALLS = Metric.counter("strikeline_provider_calls_total", {
  description: "Calls to providers, by outcome.",
  incremental: true,
});

const DURATION = Metric.histogram("strikeline_provider_call_duration_seconds", {
  description: "Time from the first byte sent to a provider to the last byte read.",
  boundaries: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
});

/** Creates GET calls to one provider. Every call is recorded by the {@linkcode ProviderWatch}. */
export function makeHttpGet(options: HttpCallOptions) {
  return Effect.map(makeHttpSend("GET", options), withoutBody);
}

/** Creates GET calls for files of at most `bytesMax`, recorded by the {@linkcode ProviderWatch}. */
export function makeHttpGetFile(
  { bytesMax, ...options }: HttpCallOptions & { readonly bytesMax: number },
) {
  const makeCall = makeHttpCall({
    ...options,
    method: "GET",
    read: (response) => readFileAnswer(response, bytesMax),
    ofText: (answer) => ({ ...answer, bytes: Buffer.from(answer.text) }),
  });
  return Effect.map(makeCall, (call): HttpFileCall => (url) => call(url, { headers: {} }));
}

/** Creates HEAD calls to one provider, recorded by the {@linkcode ProviderWatch}. */
export function makeHttpHead(options: HttpCallOptions) {
  return Effect.map(makeHttpSend("HEAD", options), withoutBody);
}

/**
 * Creates POST calls to one provider, recorded by the {@linkcode ProviderWatch}. A call whose
 * connection breaks is never sent again.
 */
export function makeHttpPost(options: HttpCallOptions) {
  return makeHttpSend("POST", options);
}

/**
 * Creates DELETE calls to one provider, recorded by the {@linkcode ProviderWatch}. The runtime may
 * resend a call whose connection breaks.
 */
export function makeHttpDelete(options: HttpCallOptions) {
  return makeHttpSend("DELETE", options);
}

function withoutBody(send: HttpSend): HttpCall {
  return (url, headers = {}) => send(url, { headers });
}

type HttpMethod = "GET" | "HEAD" | "POST" | "DELETE";

function makeHttpSend(method: HttpMethod, options: HttpCallOptions) {
  return makeHttpCall({ ...options, method, read: readAnswer, ofText: (answer) => answer });
}

const makeHttpCall = Effect.fnUntraced(function* <A extends HttpAnswer>(
  options: HttpCallOptions & {
    readonly method: HttpMethod;
    readonly read: (response: Response) => Promise<A>;
    /** What is read of an answer that no response came with. */
    readonly ofText: (answer: HttpAnswer) => A;
  },
) {
  const watch = yield* ProviderWatch;
  const wiretap = yield* Wiretap;
  const network = yield* OtherNetwork;
  const { provider, method, read, ofText } = options;
  const calls = {
    ok: Metric.withAttributes(CALLS, { provider, outcome: "ok" }),
    failed: Metric.withAttributes(CALLS, { provider, outcome: "failed" }),
    duration: Metric.withAttributes(DURATION, { provider }),
  };
  const failed = (reason: ProviderFailed["reason"], cause: unknown) =>
    new ProviderFailed({ provider, reason, cause });

  const call = (url: string, { headers, body }: HttpMessage) => {
    if (network !== undefined) {
      return Effect.map(network.answer({ provider, method, url }), ofText);
    }
    return Effect.tryPromise({
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
  };

  const spanName = `${method} ${provider}`;
  const spanOptions = {
    kind: "client",
    attributes: { "peer.service": provider, "http.request.method": method },
  } as const;

  const watched = Effect.fnUntraced(function* (
    url: string,
    { message, span }: { readonly message: HttpMessage; readonly span: Tracer.Span },
  ) {
    // The host alone: paths and queries may hold keys, signatures and wallets.
    if (span.sampled) span.attribute("server.address", URL.parse(url)?.host);
    const startedAtMs = yield* Clock.currentTimeMillis;
    const startedMs = performance.now();
    return yield* call(url, message).pipe(
      Effect.tap(({ status, headers, text }) => {
        wiretap?.({
          provider,
          kind: "answer",
          about: `${status} ${pathOf(url)}`,
          text,
          providerMs: httpDateMs(headers.get("date")) || null,
        });
        if (span.sampled) span.attribute("http.response.status_code", status);
        return record(status < 500 && !REFUSED_STATUSES.has(status));
      }),
      Effect.tapError(() => record(false)),
    );

    function record(ok: boolean) {
      const tookMs = performance.now() - startedMs;
      return Effect.all([
        Metric.update(ok ? calls.ok : calls.failed, 1),
        Metric.update(calls.duration, tookMs / 1000),
        watch.record({ provider, ok, atMs: startedAtMs, tookMs }),
      ], { discard: true });
    }
  });
  return (url: string, message: HttpMessage): Effect.Effect<A, ProviderFailed> =>
    Effect.useSpan(spanName, spanOptions, (span) => watched(url, { message, span }));
});

/** The path and query of an absolute URL. */
function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

async function readAnswer(response: Response): Promise<HttpAnswer> {
  const declared = Number(response.headers.get("content-length") ?? 0);
  if (declared > ANSWER_BYTES_MAX) throw new Error(`an answer of ${declared} bytes`);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Stops reading once the answer is too large, whatever it declared. */
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

/** Not retried: the answer would be as large again. */
class AnswerTooLarge extends Error {}

function reasonOf(cause: unknown): ProviderFailed["reason"] {
  if (cause instanceof AnswerTooLarge) return "unreadable";
  return cause instanceof Error && cause.name === "TimeoutError" ? "timeout" : "unreachable";
}
