import { afterAll, afterEach, describe, expect, test } from "bun:test";
import { listen, type SimulatedProvider } from "../../../app/simulator/kit/simulator.ts";
import { connect, refusal } from "./socket_client.ts";
import { control, get, makeStillClock, ms } from "./support.ts";

/** A provider that counts its requests, and echoes what comes on a socket. */
let handled = 0;
const echo: SimulatedProvider = {
  name: "echo",
  controls: new Map(),
  failure: (status) => ({ status, body: { message: `failed ${status}` } }),
  answer: () => ({ status: 200, body: { handled: ++handled } }),
  upgrade: () => (socket) => ({ message: (text) => socket.send(text), closed() {} }),
};
const clock = makeStillClock(ms("2026-11-05T12:00:00Z"));
const { url, stop } = listen(echo, { seed: 1, clock });
afterAll(stop);
afterEach(async () => {
  handled = 0;
  for (const name of ["faults", "sockets", "log"]) await control(`${url}/__${name}`, "DELETE");
});

const arm = (fault: Record<string, unknown>) =>
  control(`${url}/__faults`, "POST", { match: "GET /echo", ...fault });
const log = async () =>
  (await get<{ requests: Array<Record<string, unknown>> }>(`${url}/__log`)).body.requests;
const statuses = async () => (await log()).map(({ status }) => status);

describe("a fault of a simulator", () => {
  test("answers as often as asked with the given status, body and headers, and later", async () => {
    const given = { status: 418, body: { mine: 1 }, headers: { "x-mine": "yes" }, retry_after: 7 };
    await arm({ kind: "delay", delay_ms: 30, times: 1 });
    await arm({ kind: "status", times: 1, ...given });
    const { status, body, headers } = await get(`${url}/echo?x=1`);
    expect([status, body]).toEqual([418, { mine: 1 }]);
    expect([headers.get("x-mine"), headers.get("retry-after")]).toEqual(["yes", "7"]);
    const [{ took_ms, ...line } = {}] = await log();
    expect(line).toEqual({
      at: "2026-11-05T12:00:00.000Z",
      method: "GET",
      path: "/echo?x=1",
      status: 418,
    });
    expect(Number(took_ms)).toBeGreaterThanOrEqual(29);
    expect((await get(`${url}/echo`)).status).toBe(200);
    await arm({ kind: "status", status: 500 });
    expect((await get(`${url}/echo`)).body).toEqual({ message: "failed 500" });
  });

  test.each([
    ["drop", 0, [0]],
    ["lost_reply", 1, [200]],
  ])("of kind %s ends the connection after %i handled requests", async (kind, count, logged) => {
    // A client that finds a connection cut that it kept open sends its request again.
    await Promise.all([get(`${url}/other`), get(`${url}/other`)]);
    handled = 0;
    await control(`${url}/__log`, "DELETE");
    await arm({ kind, times: 1 });
    await expect(fetch(`${url}/echo`)).rejects.toMatchObject({ code: "ECONNRESET" });
    expect(handled).toBe(count);
    expect(await statuses()).toEqual(logged);
  });

  test("handles a request twice and answers once, or cuts the answer", async () => {
    await arm({ kind: "duplicate", times: 1 });
    expect((await get(`${url}/echo`)).body).toEqual({ handled: 2 });
    await arm({ kind: "malformed", times: 1 });
    expect(await (await fetch(`${url}/echo`)).text()).not.toEndWith("}");
  });

  test("strikes a method and the beginning of a path alone, and with its probability", async () => {
    await arm({ match: "POST /echo", kind: "status", status: 503 });
    await arm({ match: "GET /echo/a", kind: "status", status: 503, probability: 0.3 });
    expect((await get(`${url}/echo`)).status).toBe(200);
    for (let i = 0; i < 100; i++) await get(`${url}/echo/abc`);
    expect((await statuses()).filter((status) => status === 503).length).toBeWithin(15, 48);
  });

  test.each([
    [{ kind: "explode" }, `"kind" must be one of delay`],
    [{ match: "/api", kind: "drop" }, `"match" must be a method and a path`],
    [{ kind: "drop", times: 0 }, `"times" must be`],
    [{ kind: "drop", colour: "red" }, `Unknown key "colour"`],
  ])("that is wrong is refused: %j", async (fault, error) => {
    const { status, body } = await arm(fault);
    expect([status, body["error"]]).toEqual([400, expect.stringContaining(error)]);
  });
});

describe("a socket of a simulator", () => {
  test.each([
    [{ kind: "duplicate", times: 1 }, ["aa", "aa", "bb", "cc"]],
    [{ kind: "malformed", times: 1 }, ["a", "bb", "cc"]],
    [{ kind: "lost_reply", times: 2 }, ["cc"]],
    [{ kind: "stall", times: 1 }, []],
    [{ kind: "status", status: 503 }, ["aa", "bb", "cc"]],
  ])("struck by %j passes on %j, until it is cut", async (fault, frames) => {
    const client = await connect(`${url}/echo`);
    await arm(fault);
    for (const text of ["aa", "bb", "cc"]) client.send(text);
    await client.roundTrip();
    expect(client.frames).toEqual(frames);
    expect((await control(`${url}/__sockets`, "DELETE")).body).toEqual({ sockets: 1 });
    expect(await client.closed).toBe(1006);
  });

  test("is refused by a fault, or opens silent", async () => {
    await arm({ kind: "status", status: 429, retry_after: 3, times: 1 });
    const { status, headers } = await refusal(`${url}/echo`);
    expect([status, headers.get("retry-after")]).toEqual([429, "3"]);
    await arm({ kind: "stall", times: 1 });
    const client = await connect(`${url}/echo`);
    client.send("aa");
    await client.roundTrip();
    expect(client.frames).toEqual([]);
  });
});
