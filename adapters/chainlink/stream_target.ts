/**
 * The signed URL of the oracle's stream for some feeds, and its independent origins.
 *
 * @module
 */
import { Clock, Effect } from "effect";
import { type LinkTarget, makeHttpHead } from "../outbound/mod.ts";
import { authHeaders, type Credentials } from "./auth.ts";

/** The stream's name in failures, in the log and on the status page, apart from REST. */
export const ORACLE_STREAM = "oracle stream";

/** The stream's origin, such as `wss://host`, and our credentials. */
export interface StreamAccess {
  readonly wsUrl: string;
  readonly credentials: Credentials;
}

/** The feeds of one connection; without an origin the provider chooses one. */
export interface StreamQuestion {
  readonly feedIds: ReadonlyArray<string>;
  readonly origin?: string | undefined;
}

/** Returns the URL and headers of a connection made now. */
export const streamTarget = Effect.fnUntraced(function* (
  { wsUrl, credentials }: StreamAccess,
  { feedIds, origin }: StreamQuestion,
) {
  // The commas are signed unencoded, as they are sent.
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
/** The provider's architecture has two origins at a time. */
const ORIGINS_MAX = 2;

/**
 * Creates the request for the origins, which serve the same reports independently.
 *
 * Returns at most two, sorted; none if the host lists none (the test network) or fails.
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
