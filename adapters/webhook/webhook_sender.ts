/**
 * Implements {@linkcode WebhookSender}: posts to the address that was checked, and no other.
 *
 * @module
 */
import { Effect, Layer, Option } from "effect";
import {
  type SignedParts,
  type WebhookAttempt,
  WebhookSender,
  WebhookUnreachable,
} from "../../core/port/webhook_sender.ts";
import { type PostAnswer, postMessage } from "./post_message.ts";
import {
  AttemptRefused,
  receiverAddresses,
  type Resolve,
  resolveHost,
} from "./receiver_address.ts";
import { createHmac } from "node:crypto";

/** How to reach receivers. */
export interface WebhookSenderOptions {
  /** Whether receivers may be at addresses that are not public, and take plain HTTP. */
  readonly arePrivateAllowed: boolean;
  /** Of this service, for the `User-Agent`. */
  readonly version: string;
  /** Defaults to the system's resolver. */
  readonly resolve?: Resolve;
  /** Certificates in PEM that count; defaults to the system's. */
  readonly ca?: string;
  /** The time limit of an attempt, in machine time. Defaults to 15 s. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 15_000;

/** Provides the sender. */
export function layerWebhookSender(options: WebhookSenderOptions): Layer.Layer<WebhookSender> {
  return Layer.succeed(WebhookSender, {
    arePrivateAllowed: options.arePrivateAllowed,
    nowSec: Effect.sync(() => Math.floor(Date.now() / 1000)),
    sign: signMessage,
    send: (attempt) =>
      Effect.tryPromise({
        try: (interrupted) => send(attempt, options, interrupted),
        catch: (cause) => new WebhookUnreachable({ reason: reasonOf(cause) }),
      }),
  });
}

async function send(
  attempt: WebhookAttempt,
  options: WebhookSenderOptions,
  interrupted: AbortSignal,
) {
  const { arePrivateAllowed, resolve = resolveHost, timeoutMs = TIMEOUT_MS } = options;
  const url = new URL(attempt.url);
  if (url.protocol !== "https:" && !arePrivateAllowed) {
    throw new AttemptRefused("plain http is for receivers of the operator's own network");
  }
  const deadline = new AbortController();
  const timer = setTimeout(
    () => deadline.abort(new AttemptRefused(tookLonger(timeoutMs))),
    timeoutMs,
  );
  const signal = AbortSignal.any([interrupted, deadline.signal]);
  try {
    const answered = postToFirst(url, { attempt, options, signal, resolve });
    const { status, retryAfter, text, location } = await Promise.race([
      answered,
      failedBy(signal),
    ]);
    return {
      status,
      retryAfterSec: secondsOf(retryAfter ?? "", Date.now()),
      redirectUrl: status >= 300 && status < 400 ? resolved(location, url) : Option.none(),
      text,
    };
  } finally {
    clearTimeout(timer);
  }
}

function tookLonger(timeoutMs: number): string {
  return `no complete answer within ${timeoutMs / 1000} s`;
}

/** Resolving a name cannot be stopped, but it need not be waited for. */
function failedBy(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  return promise;
}

/** Tries the host's addresses until one accepts a connection. */
async function postToFirst(
  url: URL,
  { attempt, options, signal, resolve }: {
    readonly attempt: WebhookAttempt;
    readonly options: WebhookSenderOptions;
    readonly signal: AbortSignal;
    readonly resolve: Resolve;
  },
): Promise<PostAnswer> {
  const { arePrivateAllowed, version, ca } = options;
  const addresses = await receiverAddresses(url, { resolve, arePrivateAllowed });
  const headers = {
    "content-type": "application/json",
    "user-agent": `strikeline/${version}`,
    "webhook-id": attempt.messageId,
    "webhook-timestamp": String(attempt.atSec),
    "webhook-signature": attempt.signatures.join(" "),
  };
  for (let at = 0;; at += 1) {
    const address = addresses[at];
    if (address === undefined) throw new AttemptRefused(`${url.hostname} has no address`);
    try {
      return await postMessage({ url, address, headers, body: attempt.body, ca, signal });
    } catch (cause) {
      if (!NOT_CONNECTED.has(codeOf(cause)) || at + 1 === addresses.length) throw cause;
    }
  }
}

/** Nothing was sent with these. */
const NOT_CONNECTED: ReadonlySet<string> = new Set([
  "ConnectionRefused",
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "FailedToOpenSocket",
]);

function codeOf(cause: unknown): string {
  const { code } = (cause ?? {}) as { readonly code?: unknown };
  return typeof code === "string" ? code : "";
}

/** What is said of a broken connection: the code alone, as messages may quote the URL. */
function reasonOf(cause: unknown): string {
  if (cause instanceof AttemptRefused) return cause.message;
  const code = codeOf(cause);
  if (NOT_CONNECTED.has(code)) return "the connection was refused";
  if (/CERT|TLS|SSL|ALTNAME|SIGNED/.test(code)) return `the certificate is not valid (${code})`;
  return code === "" ? "the connection broke" : `the connection broke (${code})`;
}

/** Resolves the address of a redirect, which may be a part of one (RFC 9110). */
function resolved(location: string | undefined, { href }: URL): Option.Option<string> {
  return location !== undefined && URL.canParse(location, href)
    ? Option.some(new URL(location, href).href)
    : Option.none();
}

/** Reads a number of seconds, or a date as HTTP servers write it (RFC 9110). */
function secondsOf(retryAfter: string, nowMs: number): Option.Option<number> {
  if (/^\d{1,9}$/.test(retryAfter)) return Option.some(Number(retryAfter));
  const atMs = HTTP_DATE.test(retryAfter) ? Date.parse(retryAfter) : NaN;
  if (Number.isNaN(atMs)) return Option.none();
  return Option.some(Math.max(0, Math.ceil((atMs - nowMs) / 1000)));
}

const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Signs with a secret, which is not kept. */
export function signMessage(
  secret: Uint8Array,
  { messageId, atSec, body }: SignedParts,
): string {
  const mac = createHmac("sha256", secret).update(`${messageId}.${atSec}.${body}`);
  return `v1,${mac.digest("base64")}`;
}
