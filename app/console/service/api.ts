/**
 * Asks the public API, as a bot would, and remembers what was asked.
 *
 * @module
 */
import { signal } from "@preact/signals";
import { AnswerFailure } from "./answer_failure.ts";
import { loadSession, session } from "./session.ts";
import { type Method, send } from "./send.ts";

/** A request to the public API. */
export interface ApiRequest {
  /** GET without it. */
  readonly method?: Method;
  /** Such as `/api/v1/games`, without a query. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | undefined>> | undefined;
  readonly body?: unknown;
  /** Whether it needs an API key. */
  readonly isKeyed?: boolean;
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal | undefined;
  /** Whether the answer's numbers are returned as the texts that were sent. */
  readonly keepsNumberText?: boolean;
}

/** A request as it is sent, but for its API key. */
export interface PreparedRequest {
  readonly method: Method;
  /** With its query. */
  readonly address: string;
  readonly body: unknown;
  readonly isKeyed: boolean;
  readonly idempotencyKey: string | undefined;
}

/** A request that a page has made. */
export interface AskedRequest extends PreparedRequest {
  /** The HTTP status; 0 where no answer arrived. */
  readonly status: number;
  readonly tookMs: number;
}

/** The latest requests of the pages, newest first, each address once. */
export const asked = signal<ReadonlyArray<AskedRequest>>([]);

const ASKED_MAX = 20;

// Whoever comes next sees nothing that was asked with the key of the reader before.
let askedBy = session.peek()?.id;
session.subscribe((current) => {
  if (current?.id === askedBy) return;
  askedBy = current?.id;
  asked.value = asked.peek().filter(({ isKeyed }) => !isKeyed);
});

/** Returns the answer's JSON. Throws an {@linkcode AnswerFailure}. */
export async function askApi<Answer>(request: ApiRequest): Promise<Answer> {
  const { method = "GET", path, query = {}, body, isKeyed = false, idempotencyKey, signal } =
    request;
  const { keepsNumberText = false } = request;
  const key = session.peek()?.key;
  const address = path + queryText(query);
  const startedMs = performance.now();
  const note = (status: number) => {
    // Its reader may have signed out meanwhile.
    if (isKeyed && session.peek()?.key !== key) return;
    remember({
      method,
      address,
      body,
      isKeyed,
      idempotencyKey,
      status,
      tookMs: Math.round(performance.now() - startedMs),
    });
  };
  try {
    const answer = await send<Answer>(method, address, {
      body,
      headers: {
        ...(isKeyed && key !== undefined ? { "x-api-key": key } : {}),
        ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
      },
      signal,
      keepsNumberText,
    });
    note(200);
    return answer;
  } catch (thrown) {
    if (signal?.aborted === true) throw thrown;
    const failure = AnswerFailure.of(thrown);
    note(Math.max(0, failure.status));
    // The session ended elsewhere: the frame asks to sign in again.
    if (isKeyed && failure.status === 401) void loadSession();
    throw failure;
  }
}

/** Returns a query with its question mark, without parameters that are not set. */
function queryText(query: Readonly<Record<string, string | undefined>>): string {
  const set = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
  return set.length === 0 ? "" : `?${new URLSearchParams(set as Array<[string, string]>)}`;
}

function remember(request: AskedRequest): void {
  const others = asked.peek().filter(({ method, address }) =>
    method !== request.method || address !== request.address
  );
  asked.value = [request, ...others].slice(0, ASKED_MAX);
}
