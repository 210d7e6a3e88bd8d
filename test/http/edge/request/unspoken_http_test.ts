import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { Effect } from "effect";
import { Elysia } from "elysia";
import { edge } from "../../../../adapters/http/edge/edge.ts";
import type { Gate } from "../../../../adapters/http/edge/gate.ts";
import { otherMethods } from "../../../../adapters/http/edge/other_methods.ts";
import { strict } from "../../../../adapters/http/wire/kind.ts";
import { Text } from "../../../../adapters/http/wire/text.ts";
import { rawConnection } from "../raw_connection.ts";
import { testServer } from "../test_server.ts";

const begin = () => ({
  ran: 0,
  started: Promise.withResolvers<void>(),
  gate: Promise.withResolvers<void>(),
});
/** What has been run, and what it waits for; both anew for each test. */
const state = begin();
beforeEach(() => void Object.assign(state, begin()));

/** A route that acts as soon as it is asked, and answers when the test wants it to. */
const plugins = (gate: Gate<never>) =>
  new Elysia()
    .use(edge(gate, "coded"))
    .post("/act", ({ answer }) =>
      answer(Effect.suspend(() => {
        state.ran++;
        state.started.resolve();
        return Effect.as(Effect.promise(() => state.gate.promise), { body: { acted: true } });
      })), { access: "public", body: strict({ a: Text() }) })
    .use(otherMethods);

const direct = testServer({ plugins }).server;
const proxied = testServer({ plugins, trustProxy: 1 }).server;
beforeAll(() => {
  for (const server of [direct, proxied]) server.listen({ hostname: "127.0.0.1", port: 0 });
});
afterAll(() => Promise.all([direct, proxied].map((server) => server.stop(true))));

const connect = ({ server } = direct) => rawConnection(server?.port ?? 0);

const HEAD = "POST /act HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n";
const CHUNKED = "Transfer-Encoding: chunked\r\n";
const CHUNKS = `9\r\n{"a":"b"}\r\n0\r\n`;
const TRAILER = "X-Sum: 1\r\n\r\n";
const SIZED = "Content-Length: 9\r\n";
const GET = "GET /health HTTP/1.1\r\nHost: x\r\n\r\n";
const statuses = (text: string) =>
  [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));

describe("a chunked request", () => {
  test("without trailer fields leaves its connection to the next one", async () => {
    const { send, until, end } = await connect();
    send(`${HEAD}${CHUNKED}\r\n${CHUNKS}\r\n`);
    state.gate.resolve();
    await until(/acted/);
    send(GET);
    expect(statuses(await until(/"ok"/))).toEqual([200, 200]);
    end();
  });

  test("that announces trailer fields is told what to send, and nothing is done", async () => {
    const { send, whole } = await connect();
    send(`${HEAD}${CHUNKED}Trailer: X-Sum\r\n\r\n${CHUNKS}${TRAILER}`);
    const text = await whole();
    expect(statuses(text)[0]).toBe(411);
    expect(text).toContain(`"error":"Cannot read a body that ends with trailer fields"`);
    expect(text).toContain("Content-Length");
    expect(state.ran).toBe(0);
  });

  test("with unannounced trailer fields behind its last chunk does nothing", async () => {
    for (
      const pieces of [
        [`${HEAD}${CHUNKED}\r\n${CHUNKS}${TRAILER}`],
        [`${HEAD}${CHUNKED}\r\n${CHUNKS}${TRAILER}${GET}`],
        [`${HEAD}${CHUNKED}\r\n${CHUNKS}X-Sum: 1\r\nX-More: 2\r\n\r\n`],
      ]
    ) {
      const { send, whole } = await connect();
      for (const piece of pieces) send(piece);
      expect(statuses(await whole())).toEqual([400]);
      expect(state.ran).toBe(0);
    }
  });

  test("is answered before its late trailer fields end the connection", async () => {
    const { send, whole } = await connect();
    send(`${HEAD}${CHUNKED}\r\n${CHUNKS}`);
    await state.started.promise;
    send(TRAILER);
    state.gate.resolve();
    expect(statuses(await whole())[0]).toBe(200);
  });
});

test("a request with another one in its packet does nothing: no answer could come", async () => {
  const { send, whole } = await connect();
  send(`${HEAD}${SIZED}\r\n{"a":"b"}${GET}`);
  expect(await whole()).toBe("");
  expect(state.ran).toBe(0);
});

describe("an expectation", () => {
  test("of 100-continue gets its interim answer", async () => {
    const { send, until, end } = await connect();
    send(`${HEAD}${SIZED}Expect: 100-continue\r\n\r\n`);
    await until(/ 100 Continue\r\n\r\n$/);
    send(`{"a":"b"}`);
    state.gate.resolve();
    expect(statuses(await until(/acted/))).toEqual([100, 200]);
    end();
  });

  test.each([
    [SIZED, "100-Continue"],
    [CHUNKED, "100-CONTINUE"],
    [SIZED, "100-continue, 100-continue"],
    [SIZED, "200-ok"],
  ])("with %j of %s is refused at once, so that nobody waits in vain", async (framing, expect_) => {
    const { send, whole } = await connect();
    send(`${HEAD}${framing}Expect: ${expect_}\r\n\r\n`);
    const text = await whole();
    expect(statuses(text)).toEqual([417]);
    expect(text).toContain(`"error":"Cannot meet Expect: ${expect_}"`);
    expect(text.toLowerCase()).toContain("connection: close");
    expect(state.ran).toBe(0);
  });

  test("or trailer fields are no matter behind a proxy, which has read them", async () => {
    const { send, until, end } = await connect(proxied);
    send(`${HEAD}${CHUNKED}Trailer: X-Sum\r\nExpect: 100-Continue\r\n\r\n${CHUNKS}\r\n`);
    state.gate.resolve();
    expect(statuses(await until(/acted/))).toEqual([200]);
    end();
  });
});
