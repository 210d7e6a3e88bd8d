/** A service that answers requests as a test says, and remembers them. @module */
import { afterEach } from "bun:test";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { type ClientOptions, createClient } from "../../../../app/client/typescript/mod.ts";

/** A request as it arrived. */
export interface Asked {
  readonly method: string;
  /** Path and query. */
  readonly address: string;
  readonly headers: Headers;
  readonly body: string;
  readonly atMs: number;
}

/** What is answered: a response, or a connection that ends without one. */
export type Scripted = Response | "hang up";

const stops: Array<() => unknown> = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** Starts it, with a client that repeats quickly. `answer` gets the number of each request. */
export async function startService(
  answer: (number: number, asked: Asked) => Scripted | Promise<Scripted>,
  options: ClientOptions = {},
) {
  const asked: Array<Asked> = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const one: Asked = {
      method: request.method ?? "",
      address: request.url ?? "",
      headers: new Headers(request.headers as Record<string, string>),
      body,
      atMs: performance.now(),
    };
    const answered = await answer(asked.push(one) - 1, one);
    if (answered === "hang up") {
      request.socket.destroy();
      return;
    }
    response.writeHead(answered.status, Object.fromEntries(answered.headers));
    response.end(await answered.text());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  stops.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = `http://127.0.0.1:${port}`;
  return { asked, address, client: createClient(address, { firstRetryMs: 2, ...options }) };
}

/** An answer as the service writes them. */
export function answerOf(status: number, body: unknown, headers: Record<string, string> = {}) {
  return new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json", "x-request-id": "request-1", ...headers },
  });
}
