import { afterEach, beforeEach, describe, expect, jest, test } from "bun:test";
import { makeStreamPump, type StreamSource } from "../../../app/simulator/binance/stream_pump.ts";
import { makeStreamSession } from "../../../app/simulator/binance/stream_session.ts";
import { makeStillClock } from "../kit/support.ts";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** Makes a source with an event at a fixed interval that counts its calls. */
function makeTicking(everyMs: number) {
  let asked = 0;
  const source: StreamSource = {
    dueAfter: (instantMs) => (Math.floor(instantMs / everyMs) + 1) * everyMs,
    between({ from, to }) {
      asked++;
      const firstMs = Math.ceil(from / everyMs) * everyMs;
      const count = Math.max(0, Math.ceil((to - firstMs) / everyMs));
      return Array.from({ length: count }, (_, i) => {
        const atMs = firstMs + i * everyMs;
        return { atMs, data: { atMs } };
      });
    },
  };
  return { source, asked: () => asked };
}

function makeWorldOf(everyMs: number) {
  const clock = makeStillClock(1_000_000);
  const { source, asked } = makeTicking(everyMs);
  const pump = makeStreamPump({ clock, find: (name) => name === "tick" ? source : undefined });
  const seen: string[] = [];
  /** Advances the real and the sandbox's clock together. */
  const run = (forMs: number) => {
    for (let i = 0; i < forMs; i++) {
      clock.set(clock.nowMs() + 1);
      jest.advanceTimersByTime(1);
    }
  };
  return { clock, pump, asked, seen, run, read: ({ raw }: { raw: string }) => void seen.push(raw) };
}

describe("the pump", () => {
  test("reads a source when something is due, not at every chance", () => {
    const { pump, asked, seen, run, read } = makeWorldOf(100);
    pump.subscribe(["tick"], read);
    run(1_000);
    expect(seen).toHaveLength(10);
    expect(asked()).toBe(10);
  });

  test("reads at most every five milliseconds, and then sends everything", () => {
    const { pump, asked, seen, run, read } = makeWorldOf(1);
    pump.subscribe(["tick"], read);
    run(100);
    expect(seen).toEqual(Array.from({ length: 100 }, (_, i) => `{"atMs":${1_000_001 + i}}`));
    expect(asked()).toBe(20);
  });

  test("sleeps without subscribers, and does not send what happened meanwhile", () => {
    const { pump, seen, run, read } = makeWorldOf(1);
    expect(jest.getTimerCount()).toBe(0);
    pump.subscribe(["nothing"], read);
    expect(jest.getTimerCount()).toBe(0);
    pump.subscribe(["tick", "tick"], read);
    run(10);
    pump.unsubscribe(["tick", "nothing"], read);
    expect(jest.getTimerCount()).toBe(0);
    run(10);
    pump.subscribe(["tick"], read);
    run(10);
    const instants = [...Array(10).keys(), ...Array(10).keys().map((i) => i + 20)];
    expect(seen).toEqual(instants.map((i) => `{"atMs":${1_000_001 + i}}`));
  });

  test("continues for remaining subscribers", () => {
    const { pump, seen, run, read } = makeWorldOf(1);
    const other: string[] = [];
    const leave = ({ raw }: { raw: string }) => {
      other.push(raw);
      pump.unsubscribe(["tick"], leave);
    };
    pump.subscribe(["tick"], leave);
    pump.subscribe(["tick"], read);
    run(20);
    expect(other).toHaveLength(1);
    expect(seen).toHaveLength(20);
  });

  test("encodes a frame once for all", () => {
    const { pump, run } = makeWorldOf(5);
    const frames: unknown[] = [];
    pump.subscribe(["tick"], (frame) => void frames.push(frame));
    pump.subscribe(["tick"], (frame) => void frames.push(frame));
    run(5);
    expect(frames).toHaveLength(2);
    expect(frames[0]).toBe(frames[1]);
  });
});

describe("a session", () => {
  test("leaves nothing behind once closed", () => {
    const { clock, pump, seen, run } = makeWorldOf(1);
    const socket = { send: (text: string) => void seen.push(text), ping() {}, close() {} };
    const streams = { names: ["tick"], isCombined: true, isQuiet: false };
    const session = makeStreamSession(socket, streams, { market: "spot", clock, pump });
    run(10);
    expect(seen[0]).toBe(`{"stream":"tick","data":{"atMs":1000001}}`);
    session.closed();
    expect(jest.getTimerCount()).toBe(0);
    run(10);
    expect(seen).toHaveLength(10);
  });
});
