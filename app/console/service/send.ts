/**
 * Sends a request of the console's own, which bots have no use for.
 *
 * @module
 */
import { AnswerFailure } from "./answer_failure.ts";

/** The methods that pages use. */
export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** What goes with a request. */
export interface SendOptions {
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

/** Longer than the service's own bound of a request. */
const ANSWER_WITHIN_MS = 30_000;

/** Returns the answer's JSON, undefined where it has none. Throws an {@linkcode AnswerFailure}. */
export async function send<Answer>(
  method: Method,
  address: string,
  { body, signal }: SendOptions = {},
): Promise<Answer> {
  const isLate = AbortSignal.timeout(ANSWER_WITHIN_MS);
  let response: Response;
  let text: string;
  try {
    response = await fetch(address, {
      method,
      ...(body === undefined ? {} : {
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
      signal: signal === undefined ? isLate : AbortSignal.any([signal, isLate]),
    });
    text = await response.text();
  } catch (thrown) {
    if (signal?.aborted === true) throw thrown;
    throw AnswerFailure.offline();
  }
  const { status, ok } = response;
  const answer = parsed(text);
  if (ok && answer !== NOT_JSON) return answer as Answer;
  const facts = {
    status,
    requestId: response.headers.get("x-request-id") ?? undefined,
    retryAfterSec: retryAfterSecOf(response.headers.get("retry-after")),
  };
  const { error, hint } = (answer ?? {}) as { readonly error?: unknown; readonly hint?: unknown };
  if (typeof error !== "string") throw AnswerFailure.unreadable(facts);
  throw new AnswerFailure(error, { ...facts, hint: typeof hint === "string" ? hint : undefined });
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
