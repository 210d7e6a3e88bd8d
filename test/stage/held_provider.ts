/**
 * A way to a provider on which some answers are held back: a test knows that the provider has done
 * what it was asked, and decides when its caller hears of it.
 *
 * @module
 */
import { afterAll } from "bun:test";

/** Passes requests on to a provider until the file's tests are over; holds back some answers. */
export function startHeldProvider(
  provider: string,
  isHeld: (method: string, path: string) => boolean,
) {
  const arrived = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 0,
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url);
      const { method, headers } = request;
      const body = method === "GET" ? undefined : await request.arrayBuffer();
      const answer = await fetch(provider + pathname + search, { method, headers, body });
      const text = await answer.text();
      if (isHeld(method, pathname)) {
        arrived.resolve();
        await released.promise;
      }
      const { status } = answer;
      const type = answer.headers.get("content-type") ?? "application/json";
      return new Response(text, { status, headers: { "content-type": type } });
    },
  });
  afterAll(() => server.stop(true));
  return {
    url: `http://127.0.0.1:${server.port}`,
    /** Resolves once the provider has answered a request that is held. */
    arrived: arrived.promise,
    /** Lets the answer go, and all later ones. */
    release: () => released.resolve(),
  };
}
