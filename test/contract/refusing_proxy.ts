/**
 * A server between an adapter and a simulator, which refuses some calls and passes on the others.
 *
 * A simulator's own troubles strike by method and path; this one sees the query and the body too,
 * so that one league or the second page can fail and nothing else does.
 *
 * @module
 */
import { Effect } from "effect";

/** A call as it passes by. */
export interface PassingCall {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly body: string;
}

/** Which calls are refused. */
export type Refuses = (call: PassingCall) => boolean;

/** A proxy on a free port of the loopback. */
export interface RefusingProxy {
  /** Where it listens; has no slash at its end. */
  readonly url: string;
  /** From now on these calls are answered with 503, and no others. */
  readonly refuse: (refuses: Refuses) => Effect.Effect<void>;
}

/** Starts it before `upstreamUrl`, for as long as the scope lives. It refuses nothing at first. */
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
