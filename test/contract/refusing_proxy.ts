/**
 * A proxy between an adapter and a simulator, which refuses some calls and forwards the others.
 *
 * A simulator's faults match by method and path; this proxy also matches the query and the body, so
 * that only one league, or only the second page, can fail.
 *
 * @module
 */
import { Effect } from "effect";

/** A call that passes the proxy. */
export interface PassingCall {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly body: string;
}

/** Returns whether a call is refused. */
export type Refuses = (call: PassingCall) => boolean;

/** A proxy on a free port of the loopback. */
export interface RefusingProxy {
  /** Its origin, without a trailing slash. */
  readonly url: string;
  /** Answers exactly these calls with 503 from now on. */
  readonly refuse: (refuses: Refuses) => Effect.Effect<void>;
}

/**
 * Starts the proxy in front of `upstreamUrl` for the life of the scope. It refuses nothing at
 * first.
 */
export const makeRefusingProxy = Effect.fnUntraced(function* (upstreamUrl: string) {
  let refuses: Refuses = () => false;
  const server = yield* Effect.acquireRelease(
    Effect.sync(() =>
      Bun.serve({
        hostname: "127.0.0.1",
        port: 0,
        async fetch(request) {
          const { pathname, search } = new URL(request.url);
          const { method } = request;
          const target = pathname + search;
          const body = await request.text();
          if (refuses({ method, target, body })) return new Response("refused", { status: 503 });
          const headers = new Headers(request.headers);
          headers.delete("host");
          const sent = method === "GET" ? { method, headers } : { method, headers, body };
          const answer = await fetch(upstreamUrl + target, { ...sent, decompress: true });
          const type = answer.headers.get("content-type") ?? "application/json";
          return new Response(await answer.text(), {
            status: answer.status,
            headers: { "content-type": type },
          });
        },
      })
    ),
    (server) => Effect.promise(() => server.stop(true)),
  );
  return {
    url: `http://127.0.0.1:${server.port}`,
    refuse: (next) => Effect.sync(() => void (refuses = next)),
  } satisfies RefusingProxy;
});
