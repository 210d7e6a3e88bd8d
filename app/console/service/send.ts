/**
 * Sends a request to the service that this page came from.
 *
 * @module
 */
import { AnswerFailure } from "./answer_failure.ts";
import { numbersAsText } from "./numbers_as_text.ts";

/** The methods that pages use. */
export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** What goes with a request. */
export interface SendOptions {
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  /** Whether the answer's numbers are returned as the texts that were sent, to the last digit. */
  readonly keepsNumberText?: boolean;
}

/** Longer than the service's own bound of a request. */
const ANSWER_WITHIN_MS = 30_000;

/**
 * Returns the answer's JSON, undefined where it has none. Throws an {@linkcode AnswerFailure}.
 *
 * An answer that the browser has kept and that did not change is 304, which costs nothing of the
 * quota: the browser asks with the kept `ETag`, and hands out what it kept.
 */
export async function send<Answer>(
  method: Method,
  address: string,
  { body, headers, signal, keepsNumberText = false }: SendOptions = {},
): Promise<Answer> {
  const isLate = AbortSignal.timeout(ANSWER_WITHIN_MS);
  let response: Response;
  let text: string;
  try {
    response = await fetch(address, {
      method,
      headers: {
        ...headers,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: signal === undefined ? isLate : AbortSignal.any([signal, isLate]),
    });
    text = await response.text();
  } catch (thrown) {
    if (signal?.aborted === true) throw thrown;
    throw new AnswerFailure("The service does not answer", {
      status: 0,
      hint: navigator.onLine ? "It may be restarting" : "This device is offline",
    });
  }
  const { status, ok } = response;
  const answer = parsed(keepsNumberText ? numbersAsText(text) : text);
  if (ok && answer !== NOT_JSON) return answer as Answer;
  const requestId = response.headers.get("x-request-id") ?? undefined;
  const { error, hint } = (answer ?? {}) as { readonly error?: unknown; readonly hint?: unknown };
  throw new AnswerFailure(
    typeof error === "string" ? error : `The service answered ${status}, which cannot be read`,
    {
      status,
      hint: typeof hint === "string"
        ? hint
        : answer === NOT_JSON
        ? "Something between this page and the service may have answered in its place"
        : undefined,
      requestId,
      retryAfterSec: retryAfterSecOf(response.headers.get("retry-after")),
    },
  );
}

/** The service writes whole seconds, never a date. */
function retryAfterSecOf(header: string | null): number | undefined {
  return header !== null && /^\d{1,6}$/.test(header) ? Number(header) : undefined;
}

const NOT_JSON = Symbol("not JSON");

function parsed(text: string): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return NOT_JSON;
  }
}
