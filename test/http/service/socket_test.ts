import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Effect, Fiber, Schedule } from "effect";
import { SERVE_OPTIONS } from "../../../adapters/http/edge/serve_options.ts";
import { socketPeer } from "../../../adapters/http/edge/gate.ts";
import { rawConnection } from "../edge/raw_connection.ts";
import { testServer } from "../edge/test_server.ts";

/** What `handle` cannot show: the same server on a socket. */
const { server, log } = testServer({ peerAddressOf: socketPeer, bodyDeadlineMs: 200 });
beforeAll(() => void server.listen({ hostname: "127.0.0.1", port: 0 }));
afterAll(() => server.stop(true));
const port = () => server.server?.port ?? 0;

/** Sends bytes as they are, the second part once something has come, until the service closes. */
async function exchange(first: string, second?: string): Promise<string> {
  const { send, until, whole } = await rawConnection(port());
  send(first);
  if (second !== undefined) {
    await until(/./);
    send(second);
  }
  return await whole();
}

const CLOSE = "Connection: close\r\n";
const ask = (target: string, method = "GET", more = CLOSE) =>
  `${method} ${target} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
const statusOf = (text: string) => Number(/^HTTP\/1.1 (\d+)/.exec(text)?.[1]);
const lengthOf = (text: string) => Number(/content-length: (\d+)/i.exec(text)?.[1]);

/** A body that nobody reads: a byte of it comes each second. How its connection ended. */
async function drip(target: string, method: string, more: string): Promise<string> {
  const { send, whole } = await rawConnection(port());
  send(ask(target, method, more));
  const dripping = Effect.sync(() => send("a")).pipe(Effect.repeat(Schedule.spaced("1 second")));
  const fiber = Effect.runFork(dripping);
  const text = await whole();
  await Effect.runPromise(Fiber.interrupt(fiber));
  return text;
}

describe("over a socket", () => {
  test("a body that is not read, and does not come, ends its connection", async () => {
    const length = "Content-Length: 1000\r\n";
    const ended = await Promise.all([
      drip("/api/v1/cached", "GET", length),
      drip("/made/up", "POST", length),
      drip("/made/up", "POST", "Transfer-Encoding: chunked\r\n"),
      drip("/api/v1/cached", "DELETE", length),
      drip("/api/v1/estimate", "POST", `${length}Content-Type: text/plain\r\n`),
    ]);
    expect(ended.map(statusOf)).toEqual([200, 404, 404, 405, 415]);
  }, 300_000);

  test("a body that is not read, and is there, leaves the connection open", async () => {
    const first = ask("/made/up", "POST", "Content-Length: 3\r\n");
    const text = await exchange(`${first}abc`, ask("/api/v1/cached"));
    const [refused, answered] = text.split(/(?<=.)(?=HTTP)/s);
    expect([refused, answered].map((one) => statusOf(one ?? ""))).toEqual([404, 200]);
    expect(refused?.toLowerCase()).not.toContain("connection: close");
  });

  test("a short host name is no obstacle", async () => {
    expect(statusOf(await exchange(ask("/api/v1/cached")))).toBe(200);
  });

  test.each([
    ["/api/v1/%zz", 404],
    ["//api/v1/cached", 404],
    ["/api/v1/../v1/cached", 200],
    ["/api/v1/event/%ff", 400],
    ["/api/v1/event/caf\xc3\xa9", 200],
    ["/api/v1/echo?type=a&%74ype=b", 400],
    [`/api/v1/echo?type=a${"&".repeat(8_200)}`, 400],
    ["/api/v1/echo?type=a#b", 200],
    ["*", 404],
  ])("GET %s is %d, with an id", async (target, status) => {
    const text = await exchange(ask(target, "GET", `X-Request-Id: mine\r\n${CLOSE}`));
    if (text.startsWith("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n")) {
      // The runtime itself refuses what is no HTTP.
      expect(target).toBe("*");
      return;
    }
    expect(statusOf(text)).toBe(status);
    expect(text.toLowerCase()).toContain("x-request-id: mine");
  });

  test("HEAD has the headers of GET and no body", async () => {
    const text = await exchange(ask("/api/v1/cached", "HEAD"));
    expect(statusOf(text)).toBe(200);
    expect(text).toEndWith("\r\n\r\n");
    expect(text).not.toContain("cached");
    expect(text.toLowerCase()).toContain(`content-length: ${'{"cached":true}'.length}`);
  });

  // The router itself answers HEAD where a part of the path varies.
  test.each([
    ["/api/v1/event/12", 200],
    ["/api/v1/event/%ff", 400],
    ["/api/v1/event/", 400],
    ["/api/v1/event", 400],
    ["/nowhere", 404],
  ])("HEAD %s has the length of GET and no body", async (path, status) => {
    const [got, head] = [await exchange(ask(path)), await exchange(ask(path, "HEAD"))];
    expect([statusOf(got), statusOf(head)]).toEqual([status, status]);
    expect(lengthOf(got)).toBeGreaterThan(0);
    expect(lengthOf(head)).toBe(lengthOf(got));
    expect(head).toEndWith("\r\n\r\n");
  });

  test("HEAD has the Content-Length of its refusal if there is no GET", async () => {
    const target = "/api/v1/estimate";
    const [got, head] = [await exchange(ask(target)), await exchange(ask(target, "HEAD"))];
    expect([statusOf(got), statusOf(head)]).toEqual([405, 405]);
    // The sentence names the method.
    expect(lengthOf(head)).toBe(lengthOf(got) + "HEAD".length - "GET".length);
    expect(head).toEndWith("\r\n\r\n");
  });

  test("two requests share a connection", async () => {
    const text = await exchange(ask("/api/v1/cached", "GET", ""), ask("/api/v1/later"));
    expect(text.match(/HTTP\/1.1 200/g)).toHaveLength(2);
  });

  test("a refused body does not spoil the next request", async () => {
    const large = `{"side":"${"x".repeat(70_000)}"}`;
    const headers = `Content-Type: application/json\r\nContent-Length: ${large.length}\r\n`;
    const text = await exchange(
      ask("/api/v1/estimate", "POST", headers) + large,
      ask("/api/v1/cached"),
    );
    expect(statusOf(text)).toBe(413);
    expect(text.slice(9)).not.toContain("HTTP/1.1 4");
  });

  test("the caller is the socket's other end", async () => {
    const response = await fetch(`http://127.0.0.1:${port()}/metrics`);
    expect(response.status).toBe(200);
  });

  test("none of it was an internal error", () => {
    expect(log.filter(({ level }) => level === "Error")).toEqual([]);
  });
});

test("a slow answer is not cut off", () => {
  expect(SERVE_OPTIONS.idleTimeout).toBeGreaterThan(25);
});
