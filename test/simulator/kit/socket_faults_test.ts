import { afterAll, afterEach, describe, expect, test } from "bun:test";
import { makeSandboxClock } from "../../../app/simulator/kit/clock.ts";
import { listen, type SimulatedProvider } from "../../../app/simulator/kit/simulator.ts";
import { connect, refusal } from "./socket_client.ts";
import { control, get } from "./support.ts";

/** A provider that echoes everything, on two paths. */
const ended: string[] = [];
const echo: SimulatedProvider = {
  name: "echo",
  controls: new Map(),
  failure: (status) => ({ status, body: { message: `failed ${status}` } }),
  answer: ({ path }) => ({ status: path === "/plain" ? 200 : 404, body: {} }),
  upgrade({ path }) {
    if (path === "/closed") return { status: 403, body: { message: "closed" } };
    if (path !== "/echo" && path !== "/other") return undefined;
    return (socket) => ({
      message: (text) => text === "close" ? socket.close(4001, "asked") : socket.send(text),
      closed: () => void ended.push(path),
    });
  },
};
const simulator = listen(echo, { seed: 1, clock: makeSandboxClock() });
afterAll(() => simulator.stop());
afterEach(async () => {
  await control(`${simulator.url}/__faults`, "DELETE");
  await control(`${simulator.url}/__sockets`, "DELETE");
  await control(`${simulator.url}/__log`, "DELETE");
  ended.length = 0;
});

const ECHO = `${simulator.url}/echo`;
const arm = (fault: Record<string, unknown>) =>
  control(`${simulator.url}/__faults`, "POST", { match: "GET /echo", ...fault });
const log = async () => {
  type Log = { requests: Array<{ method: string; path: string; status: number }> };
  const { body } = await get<Log>(`${simulator.url}/__log`);
  return body.requests.map(({ method, path, status }) => `${method} ${path} ${status}`);
};
const openSockets = async () => (await get(`${simulator.url}/__sockets`)).body;

describe("sockets of a simulator", () => {
  test("work in both directions, and are logged as their handshake", async () => {
    const client = await connect(`${ECHO}?a=1,2`);
    client.send("hello");
    await client.until((frames) => frames.length === 1);
    expect(client.frames).toEqual(["hello"]);
    expect(await log()).toEqual(["GET /echo?a=1,2 101"]);
  });

  test("are refused with the provider's answer", async () => {
    const { status, body } = await refusal(`${simulator.url}/closed`);
    expect({ status, body }).toEqual({ status: 403, body: '{"message":"closed"}' });
    await expect(connect(`${simulator.url}/closed`)).rejects.toThrow();
    expect(await log()).toEqual(["GET /closed 403", "GET /closed 403"]);
  });

  test("do not exist on a path without sockets, nor after half a handshake", async () => {
    expect((await refusal(`${simulator.url}/plain`)).status).toBe(200);
    expect((await refusal(ECHO)).status).toBe(400);
    expect((await get(ECHO)).status).toBe(404);
    expect(await log()).toEqual(["GET /plain 200", "GET /echo 400", "GET /echo 404"]);
  });

  test("are closed normally by the provider, which is notified of every end", async () => {
    const client = await connect(ECHO);
    client.send("close");
    expect(await client.closed).toBe(4001);
    const other = await connect(`${simulator.url}/other`);
    other.close();
    await other.closed;
    while (ended.length < 2) await Bun.sleep(1);
    expect(ended).toEqual(["/echo", "/other"]);
    expect(await openSockets()).toEqual({ sockets: 0 });
  });

  test("are counted and cut by control calls", async () => {
    const clients = [await connect(ECHO), await connect(ECHO)];
    expect(await openSockets()).toEqual({ sockets: 2 });
    const { body } = await control(`${simulator.url}/__sockets`, "DELETE");
    expect(body).toEqual({ sockets: 2 });
    for (const { closed } of clients) expect(await closed).toBe(1006);
    expect(await openSockets()).toEqual({ sockets: 0 });
    expect(ended).toHaveLength(2);
  });

  test("are cut when the simulator stops", async () => {
    const another = listen(echo, { seed: 1, clock: makeSandboxClock() });
    const client = await connect(`${another.url}/echo`);
    await another.stop();
    expect(await client.closed).toBe(1006);
    expect(ended).toEqual(["/echo"]);
  });
});

describe("faults of frames", () => {
  /** Sends a, b and c, and returns the frames received up to c. */
  const threeFrames = async () => {
    const client = await connect(ECHO);
    for (const text of ["aa", "bb", "cc"]) client.send(text);
    await client.until((frames) => frames.at(-1) === "cc");
    return client;
  };

  test("delay: later frames overtake", async () => {
    const client = await connect(ECHO);
    await arm({ kind: "delay", delay_ms: 60, times: 1 });
    const startedMs = performance.now();
    for (const text of ["aa", "bb"]) client.send(text);
    await client.until((frames) => frames.length === 2);
    expect(client.frames).toEqual(["bb", "aa"]);
    expect(performance.now() - startedMs).toBeGreaterThan(50);
  });

  test("drop: the connection dies instead of the frame", async () => {
    const client = await connect(ECHO);
    await arm({ kind: "drop", times: 1 });
    for (const text of ["aa", "bb", "cc"]) client.send(text);
    expect(await client.closed).toBe(1006);
    expect(client.frames).toEqual([]);
    expect(ended).toEqual(["/echo"]);
    expect((await threeFrames()).frames).toEqual(["aa", "bb", "cc"]);
  });

  test("drop: other sockets and requests work while it is pending", async () => {
    const other = await connect(`${simulator.url}/other`);
    const client = await connect(ECHO);
    await arm({ kind: "drop" });
    for (let i = 0; i < 3; i++) expect((await get(`${simulator.url}/plain`)).status).toBe(200);
    other.send("still here");
    await other.until((frames) => frames.length === 1);
    await client.roundTrip();
    expect(await openSockets()).toEqual({ sockets: 2 });
  });

  test("stall: open, permanently silent, and pings are answered", async () => {
    const client = await connect(ECHO);
    await arm({ kind: "stall", times: 1 });
    for (const text of ["aa", "bb", "close"]) client.send(text);
    await client.roundTrip();
    expect(client.frames).toEqual([]);
    expect(await openSockets()).toEqual({ sockets: 1 });
    expect((await threeFrames()).frames).toHaveLength(3);
  });

  test("stall: frames delayed earlier are not sent either", async () => {
    const client = await connect(ECHO);
    await arm({ kind: "stall", delay_ms: 20, times: 1 });
    await arm({ kind: "delay", delay_ms: 50, times: 1 });
    for (const text of ["stalls in 20 ms", "late by 50 ms", "in time"]) client.send(text);
    await Bun.sleep(70);
    await client.roundTrip();
    expect(client.frames).toEqual(["in time"]);
  });

  test("duplicate, malformed and lost_reply: twice, half, and not at all", async () => {
    await arm({ kind: "duplicate", times: 1 });
    expect((await threeFrames()).frames).toEqual(["aa", "aa", "bb", "cc"]);
    await arm({ kind: "malformed", times: 1 });
    expect((await threeFrames()).frames).toEqual(["a", "bb", "cc"]);
    await arm({ kind: "lost_reply", times: 2 });
    expect((await threeFrames()).frames).toEqual(["cc"]);
  });

  test("a delay may combine with another fault", async () => {
    const client = await connect(ECHO);
    await arm({ kind: "duplicate", delay_ms: 30, times: 1 });
    for (const text of ["aa", "bb"]) client.send(text);
    await client.until((frames) => frames.length === 3);
    expect(client.frames).toEqual(["bb", "aa", "aa"]);
  });

  test("apply with their probability", async () => {
    const client = await connect(ECHO);
    await arm({ kind: "lost_reply", probability: 0.5 });
    for (let i = 0; i < 200; i++) client.send(String(i));
    await client.roundTrip();
    expect(client.frames.length).toBeWithin(60, 140);
  });
});

describe("faults of handshakes", () => {
  test("status: with its body and headers, and never instead of a frame", async () => {
    const client = await connect(ECHO);
    await arm({ kind: "status", status: 429, retry_after: 3, times: 1 });
    client.send("aa");
    await client.until((frames) => frames.length === 1);
    const { status, body, headers } = await refusal(ECHO);
    expect({ status, body }).toEqual({ status: 429, body: '{"message":"failed 429"}' });
    expect(headers.get("retry-after")).toBe("3");
    await connect(ECHO);
    expect(await log()).toEqual(["GET /echo 101", "GET /echo 429", "GET /echo 101"]);
  });

  test("delay: it takes longer", async () => {
    await arm({ kind: "delay", delay_ms: 60, times: 1 });
    const startedMs = performance.now();
    await connect(ECHO);
    expect(performance.now() - startedMs).toBeGreaterThan(50);
  });

  test("drop: cut before it is handled", async () => {
    await arm({ kind: "drop", times: 1 });
    await expect(connect(ECHO)).rejects.toThrow();
    await connect(ECHO);
    expect(await log()).toEqual(["GET /echo 0", "GET /echo 101"]);
  });

  test("stall: accepted, and permanently silent", async () => {
    await arm({ kind: "stall", times: 1 });
    const client = await connect(ECHO);
    client.send("aa");
    await client.roundTrip();
    expect(client.frames).toEqual([]);
    expect(await openSockets()).toEqual({ sockets: 1 });
    expect((await refusal(`${simulator.url}/closed`)).status).toBe(403);
  });

  test.each(["malformed", "duplicate", "lost_reply"])("%s waits for a frame", async (kind) => {
    await arm({ kind, times: 1 });
    const client = await connect(ECHO);
    for (const text of ["aa", "bb"]) client.send(text);
    await client.until((frames) => frames.at(-1) === "bb");
    expect(client.frames).not.toEqual(["aa", "bb"]);
  });
});

describe("faults of other paths", () => {
  test("are not used up by sockets", async () => {
    await arm({ match: "GET /plain", kind: "drop", times: 1 });
    await arm({ match: "GET /other", kind: "duplicate", times: 1 });
    const client = await connect(ECHO);
    client.send("aa");
    await client.until((frames) => frames.length === 1);
    const other = await connect(`${simulator.url}/other`);
    other.send("bb");
    await other.until((frames) => frames.length === 2);
    await expect(get(`${simulator.url}/plain`)).rejects.toThrow();
    expect(client.frames).toEqual(["aa"]);
  });
});
