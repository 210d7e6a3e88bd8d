import { describe, expect, test } from "bun:test";
import { Effect, Option } from "effect";
import type { ReconnectingSocketOptions } from "../../../adapters/outbound/mod.ts";
import { ProviderFailed } from "../../../core/port/provider_failure.ts";
import {
  type Behaviour,
  type LinkServer,
  runUntil,
  serve,
  serveDeaf,
  serveMute,
} from "./socket_world.ts";
import { until } from "../../until.ts";

const HEARTBEAT = { ping: "PING", pong: "PONG" };

describe("a reconnecting socket", () => {
  test("hands on what comes, in frames of either kind, and sends", async () => {
    using server = serve((socket, text) => {
      if (text === undefined) return;
      socket.send(`text ${text}`);
      socket.send(new TextEncoder().encode(`bytes ${text}`));
    });
    const { messages, losses, calls } = await runUntil(
      ({ messages }) => messages.length === 2,
      { url: server.url, opened: (send) => send("one") },
    );
    expect(messages).toEqual(["text one", "bytes one"]);
    expect(losses).toEqual([]);
    expect(calls).toEqual([true]);
    await until(() => server.closes.length === 1);
    expect(server.closes).toEqual([1000]);
  });

  test("connects again after a cut, each time to a target of its own", async () => {
    using server = serve((socket) => {
      socket.send(`${socket.data}`);
      if (socket.data < 2) socket.terminate();
    });
    const { messages, losses, attempts, calls } = await runUntil(
      ({ messages }) => messages.length === 3,
      { url: server.url },
    );
    expect(messages).toEqual(["0", "1", "2"]);
    expect(attempts).toEqual([0, 1, 2]);
    expect(losses.map(({ wasOpen }) => wasOpen)).toEqual([true, true]);
    expect(calls.filter((ok) => !ok)).toHaveLength(2);
  });

  test("distinguishes a refusal from a network that fails", async () => {
    const refuse = (attempt: number) =>
      attempt === 0 ? new Response("no", { status: 401 }) : undefined;
    using server = serve((socket) => void socket.send("hello"), refuse);
    const { losses, calls } = await runUntil(
      ({ messages }) => messages.length === 1,
      { url: server.url },
    );
    expect(losses).toMatchObject([{ wasOpen: false, refusedStatus: 401 }]);
    expect(calls).toEqual([false, true]);
    for (const url of ["ws://127.0.0.1:1", "no address"]) {
      const { losses: [loss] } = await runUntil(({ losses }) => losses.length > 0, { url });
      expect(loss).toMatchObject({ wasOpen: false });
      expect(loss?.refusedStatus).toBeUndefined();
    }
  });

  test.each<[string, Behaviour, object]>([
    ["the code that the provider closed with", (socket, text) => {
      if (text !== undefined) socket.close(4003, "bye");
    }, { reason: "the provider closed with 4003 bye", closeCode: 4003 }],
    ["a cut as code 1006", (socket, text) => {
      if (text !== undefined) socket.terminate();
    }, { closeCode: 1006 }],
  ])("reports %s", async (_, behaviour, expected) => {
    using server = serve(behaviour);
    const { losses: [loss] } = await runUntil(
      ({ losses }) => losses.length > 0,
      { url: server.url, opened: (send) => send("close it") },
    );
    expect(loss).toMatchObject({ wasOpen: true, ...expected });
  });

  test("is ended by whom it serves, and tries again", async () => {
    using server = serve((socket) => void socket.send("hello"));
    const { losses, attempts } = await runUntil(({ attempts }) => attempts.length >= 2, {
      url: server.url,
      opened: (_, end) => end("it is not wanted"),
    });
    expect(losses[0]).toEqual({ wasOpen: true, reason: "it is not wanted" });
    expect(attempts.slice(0, 2)).toEqual([0, 1]);
    await until(() => server.closes.length >= 1);
  });

  test("waits as long as it is told, in place of its own back-off", async () => {
    using server = serve((socket, text) => {
      if (text !== undefined) socket.close(4000);
    });
    const opened = (send: (text: string) => void) => send("close");
    const asked: Array<boolean> = [];
    const { tookMs } = await runUntil(({ attempts }) => attempts.length === 3, {
      url: server.url,
      opened,
      backOff: { leastMs: 60_000, quickMsMax: 60_000, firstMsMax: 60_000, capMs: 60_000 },
      pauseMs: ({ wasOpen }) => Effect.sync(() => (asked.push(wasOpen), Option.some(100))),
    });
    // Each timer is of whole milliseconds.
    expect(tookMs).toBeWithin(200, 203);
    expect(asked.slice(0, 2)).toEqual([true, true]);
    const { attempts } = await runUntil(({ attempts }) => attempts.length >= 3, {
      url: server.url,
      opened,
      backOff: { leastMs: 20, quickMsMax: 20, firstMsMax: 20, capMs: 20 },
      pauseMs: () => Effect.succeedNone,
    });
    expect(attempts.slice(0, 3)).toEqual([0, 1, 2]);
  });

  test("tries again where no target can be had", async () => {
    const cause = new Error("no signature");
    const { losses } = await runUntil(({ losses }) => losses.length === 2, {
      url: "",
      target: () =>
        Effect.fail(new ProviderFailed({ provider: "test", reason: "unreachable", cause })),
    });
    expect(losses[0]?.wasOpen).toBe(false);
    expect(losses[0]?.reason).toContain("no signature");
  });

  const NO_DATA = "no data arrived in time";
  const NO_PONG = "a ping was not answered";
  const answering = (answer: (ping: string) => string) => () =>
    serve((socket, text) => {
      if (text !== undefined) socket.send(answer(text));
    });
  const pong = answering((text) => text === HEARTBEAT.ping ? HEARTBEAT.pong : "?");
  test.each<[string, () => LinkServer, Partial<ReconnectingSocketOptions>, string]>([
    ["brings nothing of use", serveDeaf, { silenceMsMax: 100, message: () => false }, NO_DATA],
    ["brings data and answers no ping", serveDeaf, { pingEveryMs: 200, pongMsMax: 200 }, NO_PONG],
    [
      "answers the pings in words with other words",
      answering((text) => `not to ${text}`),
      { heartbeat: HEARTBEAT, pingEveryMs: 250, pongMsMax: 250 },
      NO_PONG,
    ],
    [
      "brings only answers to pings",
      pong,
      { heartbeat: HEARTBEAT, pingEveryMs: 30, silenceMsMax: 200, message: () => false },
      NO_DATA,
    ],
    ["does not open", serveMute, { connectMsMax: 100 }, "the connection did not open in time"],
  ])("replaces a socket that %s", async (what, start, options, reason) => {
    using server = start();
    const { losses, attempts } = await runUntil(
      ({ attempts }) => attempts.length === 3,
      { url: server.url, ...options },
    );
    const loss = { wasOpen: what !== "does not open", reason };
    expect(losses).toMatchObject([loss, loss]);
    expect(attempts).toEqual([0, 1, 2]);
  });

  test("pings in words where the provider wants them, and keeps what answers", async () => {
    using server = pong();
    const { messages, losses } = await runUntil(
      ({ messages }) => messages.length === 5,
      { url: server.url, heartbeat: HEARTBEAT, pingEveryMs: 40, pongMsMax: 2_000 },
    );
    expect(messages).toEqual(Array(5).fill("PONG"));
    expect(losses).toEqual([]);
  });

  test("takes no frame above 1 MiB, and nothing that came behind one", async () => {
    using server = serve((socket) => {
      const sizeAboveBytes = socket.data === 0 ? 1 : 0;
      socket.send("x".repeat(1024 * 1024 + sizeAboveBytes));
      socket.send("late");
    });
    const { losses, messages } = await runUntil(
      ({ messages }) => messages.length === 2,
      { url: server.url },
    );
    expect(losses[0]?.reason).toContain("1048577");
    expect(messages.map(({ length }) => length)).toEqual([1024 * 1024, 4]);
  });

  test("outlives a reader that throws", async () => {
    using server = serve((socket) => void socket.send("hello"));
    let isBroken = true;
    const { losses } = await runUntil(() => !isBroken, {
      url: server.url,
      message: () => {
        if (!isBroken) return true;
        isBroken = false;
        throw new Error("cannot read");
      },
    });
    expect(losses.map(({ reason }) => reason).join()).toContain("cannot read");
  });

  test("leaves no connection behind when it is interrupted while it opens", async () => {
    using server = serveMute();
    await runUntil(() => server.openCount() === 1, { url: server.url });
    await until(() => server.openCount() === 0);
  });
});
