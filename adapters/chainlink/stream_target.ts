/**
 * Where the oracle's stream is: the signed address of some feeds, and its independent origins.
 *
 * @module
 */
import { Clock, Effect } from "effect";
import { type LinkTarget, makeHttpHead } from "../outbound/mod.ts";
import { authHeaders, type Credentials } from "./auth.ts";

/** The name under which the stream's connections are known, beside those of REST. */
export const ORACLE_STREAM = "oracle stream";

/** Where the stream is, and who we are to it. `wsUrl` is an origin, such as `wss://host`. */
export interface StreamAccess {
  readonly wsUrl: string;
  readonly credentials: Credentials;
}

/** What one connection asks for; without an origin the provider chooses one. */
export interface StreamQuestion {
  readonly feedIds: ReadonlyArray<string>;
  readonly origin?: string | undefined;
}

/** The address and the headers of a connection that is made now. */
export const streamTarget = Effect.fnUntraced(function* (
  { wsUrl, credentials }: StreamAccess,
  { feedIds, origin }: StreamQuestion,
) {
  // Signed as it is sent: the commas stay as they are.
  const pathWithQuery = `/api/v1/ws?feedIDs=${feedIds.join(",")}`;
  const timestampMs = Math.floor(yield* Clock.currentTimeMillis);
  const request = { method: "GET", pathWithQuery, body: "", timestampMs } as const;
  const headers = authHeaders(request, credentials);
  return {
    url: wsUrl + pathWithQuery,
    headers: origin === undefined ? headers : { ...headers, "X-Cll-Origin": origin },
  } satisfies LinkTarget;
});

const HEAD_TIMEOUT_MS = 3_500;
/** The provider's architecture has two at a time. */
const ORIGINS_MAX = 2;

/**
 * Makes the question for the origins that serve the same reports independently of each other.
 *
 * None where the host names none (the test network) or cannot be asked. Sorted, two at most.
 */
export const makeStreamOrigins = Effect.fnUntraced(function* (
  { wsUrl, credentials }: StreamAccess,
) {
  const head = yield* makeHttpHead({ provider: ORACLE_STREAM, timeoutMs: HEAD_TIMEOUT_MS });
  return Effect.gen(function* () {
    const timestampMs = Math.floor(yield* Clock.currentTimeMillis);
    const request = { method: "HEAD", pathWithQuery: "/", body: "", timestampMs } as const;
    const url = `${wsUrl.replace(/^ws/, "http")}/`;
    const { status, headers } = yield* head(url, authHeaders(request, credentials));
    const names = status === 200 ? headers.get("x-cll-available-origins") ?? "" : "";
    return [...new Set(names.match(/[\w-]+/g))].toSorted().slice(0, ORIGINS_MAX);
  }).pipe(Effect.orElseSucceed((): ReadonlyArray<string> => []));
});
