/** The Caddyfile, before replicas. @module */
import { afterAll, describe, expect, test } from "bun:test";
import { connect } from "../../../app/client/typescript/mod.ts";
import { withReason } from "../../skip_reason.ts";
import { openSandbox } from "../../app/open_sandbox.ts";
import { CADDY, startCaddy } from "./started_caddy.ts";

const skip = CADDY === null ? "skipped: there is no caddy here" : undefined;

/** A replica without a database that answers with `answer`. */
function startReplica(
  answer: (request: Request) => Response | Promise<Response>,
  onChecked: () => void = () => {},
) {
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    idleTimeout: 0,
    fetch: (request) => {
      const { pathname } = new URL(request.url);
      if (pathname === "/api/v1/status" || pathname === "/health") onChecked();
      if (pathname === "/api/v1/status") return new Response("{}");
      return pathname === "/health" ? new Response("", { status: 502 }) : answer(request);
    },
  });
  afterAll(() => server.stop(true));
  return { at: `127.0.0.1:${server.port}`, stop: () => server.stop(true) };
}

/** A replica that reads requests and hangs up, but for those about its health. */
function startDeadEnd() {
  let taken = 0;
  const server = Bun.listen({
    port: 0,
    hostname: "127.0.0.1",
    socket: {
      data: (socket, data) => {
        if (data.toString().startsWith("GET /api/v1/status")) {
          socket.end("HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
          return;
        }
        taken += 1;
        socket.terminate();
      },
    },
  });
  afterAll(() => server.stop(true));
  return { at: `127.0.0.1:${server.port}`, taken: () => taken };
}

describe.skipIf(skip !== undefined)(withReason("the proxy", skip), () => {
  test("brings the stream to a client, and its address alone to the service", async () => {
    const service = await openSandbox({ TRUST_PROXY: "1", RATE_LIMIT_PUBLIC: "60/86400" });
    const url = await startCaddy([new URL(service.url).host]);
    for await (const event of connect(url).targets({ assets: ["btc"], intervals: ["5min"] })) {
      // On a busy machine the service has its sources' states to tell first.
      if (event.type === "feed") continue;
      expect(event.type).toBe("target");
      break;
    }
    // Each request claims to come from elsewhere, and all are counted as the one caller's.
    const statuses: Array<number> = [];
    for (let count = 0; count < 61; count++) {
      const headers = { "x-forwarded-for": `6.6.6.${count}, 7.7.7.${count}` };
      statuses.push((await fetch(`${url}/api/v1/targets/active?asset=btc`, { headers })).status);
    }
    expect(statuses.at(0)).not.toBe(429);
    expect(statuses.at(-1)).toBe(429);
  });

  test("passes an answer on piece by piece", async () => {
    const isRead = Promise.withResolvers<void>();
    const replica = startReplica(() =>
      new Response(
        new ReadableStream({
          start: async (controller) => {
            controller.enqueue("one");
            await isRead.promise;
            controller.enqueue("two");
            controller.close();
          },
        }),
      )
    );
    const response = await fetch(await startCaddy([replica.at]));
    let text = "";
    for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += piece;
      isRead.resolve();
    }
    expect(text).toBe("onetwo");
  });

  test("goes on with one replica while the other is gone", async () => {
    const served = new Map<string, number>();
    const replicas = ["a", "b"].map((name) =>
      startReplica(() => {
        served.set(name, (served.get(name) ?? 0) + 1);
        return new Response(name);
      })
    );
    const url = await startCaddy(replicas.map(({ at }) => at));
    const ask = () => fetch(`${url}/`).then((response) => response.text());
    while (served.size < 2) await ask();
    replicas[0]?.stop();
    const answers = [];
    for (let count = 0; count < 20; count++) answers.push(await ask());
    expect(new Set(answers)).toEqual(new Set(["b"]));
  });

  test("goes on with replicas that have lost their database", async () => {
    const checks = Array.from({ length: 2 }, () => Promise.withResolvers<void>());
    const replicas = checks.map(({ resolve }) => startReplica(() => new Response("a"), resolve));
    const url = await startCaddy(replicas.map(({ at }) => at));
    await Promise.all(checks.map(({ promise }) => promise));
    for (let count = 0; count < 50; count++) expect((await fetch(url)).status).toBe(200);
  });

  test("sends an order that a replica took to no other", async () => {
    const deadEnds = [startDeadEnd(), startDeadEnd()];
    const url = await startCaddy(deadEnds.map(({ at }) => at));
    const taken = () => deadEnds.reduce((sum, deadEnd) => sum + deadEnd.taken(), 0);
    const path = "/api/v1/simpleOrders/easyMarketOrder";
    for (let count = 1; count <= 3; count++) {
      const response = await fetch(url + path, { method: "POST", body: '{"amount":5}' });
      expect([response.status, taken()]).toEqual([502, count]);
    }
  });
});
