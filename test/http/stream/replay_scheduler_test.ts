import { describe, expect, test } from "bun:test";
import { Effect } from "effect";
import fc from "fast-check";
import {
  REPLAY_BURST_MS,
  REPLAY_SHARE,
  ReplayScheduler,
} from "../../../adapters/http/stream/replay_scheduler.ts";
import { MessageBudget, STREAM_LIMITS } from "../../../adapters/http/stream/stream_limits.ts";
import { turn } from "../../until.ts";

const { messagesPerSec, messageBurst, replaysPerIp } = STREAM_LIMITS;

describe("the messages of a client", () => {
  test("are a burst at most, and what is earned since, in any time", () => {
    const pauses = fc.array(
      fc.tuple(fc.nat({ max: 80 }), fc.constantFrom(0, 1, 33, 34, 500, 5_000)),
    );
    fc.assert(
      fc.property(pauses, (plan) => {
        const budget = new MessageBudget();
        const spentMs: Array<number> = [];
        let nowMs = 1e9;
        for (const [count, pauseMs] of plan) {
          for (let i = 0; i < count; i++) if (budget.spend(nowMs)) spentMs.push(nowMs);
          nowMs += pauseMs;
        }
        for (const [index, fromMs] of spentMs.entries()) {
          for (const [more, toMs] of spentMs.slice(index).entries()) {
            const earned = (toMs - fromMs) * messagesPerSec / 1000;
            if (more + 1 > messageBurst + 1 + earned) return false;
          }
        }
        return true;
      }),
      { numRuns: 50 },
    );
  });

  test("are a whole burst at once, and again when it is earned back", () => {
    const budget = new MessageBudget();
    const burst = (nowMs: number) => {
      let count = 0;
      while (budget.spend(nowMs)) count++;
      return count;
    };
    for (const nowMs of [0, 1e12]) expect(burst(nowMs)).toBe(messageBurst);
    expect(burst(1e12 + 1_000)).toBe(messagesPerSec);
    expect(Math.round(budget.debtMs(1e12 + 1_000))).toBe(messageBurst / messagesPerSec * 1_000);
    expect(budget.debtMs(2e12)).toBe(0);
  });
});

describe("the clients of an address", () => {
  test("take turns, in order, and who leaves the line keeps nobody waiting", async () => {
    const step = fc.record({
      address: fc.constantFrom("a", "b"),
      leaves: fc.boolean(),
      which: fc.nat({ max: 9 }),
    });
    await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const scheduler = new ReplayScheduler(() => 0);
      type Client = { isRunning: boolean; leave: () => void };
      const lines = new Map<string, Array<Client>>([["a", []], ["b", []]]);
      for (const { address, leaves, which } of steps) {
        const line = lines.get(address) ?? [];
        if (leaves && line.length > 0) line.splice(which % line.length, 1)[0]?.leave();
        else {
          const client: Client = { isRunning: false, leave: () => fiber.interruptUnsafe() };
          line.push(client);
          const begin = Effect.sync(() => void (client.isRunning = true));
          const fiber = Effect.runFork(
            scheduler.inTurn(address, Effect.andThen(begin, Effect.never)),
          );
        }
        await turn();
        const running = line.map(({ isRunning }) => isRunning);
        const expected = line.map((_, index) => index < replaysPerIp);
        expect(running).toEqual(expected);
      }
      for (const { leave } of [...lines.values()].flat().reverse()) leave();
      expect(scheduler.waiting).toBe(0);
    }));
  });
});

describe("the replays of all clients", () => {
  test("have their share of the processor, one piece at a time", async () => {
    const [pieces, pieceMs] = [30, 10];
    // The work is not done: the stopwatch says that it was.
    let workedMs = 0;
    const stopwatchMs = () => performance.now() + workedMs;
    const scheduler = new ReplayScheduler(stopwatchMs);
    let [running, most] = [0, 0];
    const startMs = stopwatchMs();
    const piece = () =>
      Effect.runPromise(scheduler.piece(() => {
        most = Math.max(most, ++running);
        workedMs += pieceMs;
        running--;
      }));
    await Promise.all(Array.from({ length: pieces }, piece));
    const tookMs = stopwatchMs() - startMs;
    // What comes without a rest before it, and the last piece's rest, which comes after it.
    const restlessMs = (REPLAY_BURST_MS + pieceMs) / REPLAY_SHARE;
    expect(workedMs).toBe(pieces * pieceMs);
    expect(tookMs).toBeGreaterThan(workedMs / REPLAY_SHARE - restlessMs - 1);
    expect(most).toBe(1);
  });

  test("go on after a piece that throws", async () => {
    const scheduler = new ReplayScheduler(() => 0);
    const broken = Effect.runPromise(scheduler.piece(() => {
      throw new Error("broken");
    }));
    const next = Effect.runPromise(scheduler.piece(() => "next"));
    expect(broken).rejects.toThrow("broken");
    expect(await next).toBe("next");
  });
});
