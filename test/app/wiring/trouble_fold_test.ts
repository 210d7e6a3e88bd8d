import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  COUNT_AFTER_MS,
  COUNT_EVERY_MS_MAX,
  type FoldedLine,
  KINDS_MAX,
  type LogLine,
  makeTroubleFold,
  QUIET_MS,
} from "../../../app/wiring/trouble_fold.ts";

const line = (message: unknown, more: Partial<LogLine> = {}): LogLine => ({
  at: "2026-11-22T00:00:00.000Z",
  level: "WARN",
  message,
  annotations: {},
  cause: undefined,
  ...more,
});
/** How many of these lines are written, one after the other. */
const written = (lines: ReadonlyArray<LogLine>) => {
  const fold = makeTroubleFold();
  return lines.flatMap((one) => fold.take(one, 0)).length;
};
const SWEEP_MS = 30_000;

describe("makeTroubleFold()", () => {
  test("writes a trouble once, then rare counts, and a line when it is over", () => {
    const fold = makeTroubleFold();
    const at = (ms: number) => new Date(Date.parse("2026-11-22T00:00:00Z") + ms).toISOString();
    const annotations = { provider: "exchange stream", reason: "Failed to connect" };
    const lines: Array<FoldedLine> = [];
    // Twice a second for five minutes, then no more.
    for (let ms = 0; ms <= 3_000_000; ms += 500) {
      if (ms < 300_000) {
        lines.push(...fold.take(line("Cannot connect", { at: at(ms), annotations }), ms));
      }
      if (ms % SWEEP_MS === 0) lines.push(...fold.sweep(ms));
    }
    const expected = { level: "WARN", annotations, since: at(0) };
    expect(lines).toMatchObject([
      { message: "Cannot connect", at: at(0), annotations },
      { ...expected, message: "Cannot connect", times: 241, at: at(120_000) },
      { ...expected, message: "Cannot connect", times: 600, at: at(299_500) },
      {
        ...expected,
        message: "Stopped: Cannot connect",
        times: 600,
        until: at(299_500),
        at: at(299_500),
      },
    ]);
    expect(lines).toHaveLength(4);
    expect(lines[0]).not.toHaveProperty("times");
  });

  test("folds each trouble separately: by provider, reason, order and cause", () => {
    const provider = (name: string, reason = "timeout") => ({
      annotations: { provider: name, reason },
    });
    expect(written([
      line("Cannot connect", provider("exchange")),
      line("Cannot connect", provider("oracle")),
      line("Cannot connect", provider("oracle", "refused")),
      line("Lost the connection", provider("oracle")),
      line("Cannot connect", { ...provider("oracle"), level: "ERROR" }),
      line("Cannot ask what became of an order", { annotations: { orderId: "0x1" } }),
      line("Cannot ask what became of an order", { annotations: { orderId: "0x2" } }),
      line("Cannot do the job", { cause: "TypeError: x\n at a" }),
      line("Cannot do the job", { cause: "RangeError: x\n at a" }),
    ])).toBe(9);
  });

  test("ignores numbers, quoted text, other annotations and what was requested", () => {
    expect(written([
      line("Cannot get the nfl games of 2026-11-20 from the schedule: it cannot be reached"),
      line("Cannot get the ncaaf games of 2026-11-21 from the schedule: it cannot be reached"),
      line(`Cannot get event "x" from the schedule: it cannot be reached`),
    ])).toBe(1);
    expect(written([
      line("Cannot get a price from the exchange: it cannot be reached"),
      line("Cannot get a price from the exchange: it did not answer in time"),
      line("Cannot get a price from the oracle: it cannot be reached"),
    ])).toBe(3);
    expect(written([
      line(`Cannot read "a" in 5 ms`, {
        annotations: { asset: "btc" },
        cause: "Error: a\n at x:1",
      }),
      line(`Cannot read "b" in 77 ms`, {
        annotations: { asset: "eth" },
        cause: "Error: a\n at y:2",
      }),
      line([`Cannot read "c" in 1 ms`, { more: 1 }], { cause: "Error: a" }),
    ])).toBe(1);
  });

  test("folds neither lines below WARN nor lines of requests", () => {
    const request = { annotations: { requestId: "a", status: 502 } };
    for (const one of [line("Listening", { level: "INFO" }), line("Answered", request)]) {
      expect(written(Array<LogLine>(5).fill(one))).toBe(5);
    }
  });

  test("writes no end line for a trouble that occurred once", () => {
    const fold = makeTroubleFold();
    expect(fold.take(line("x"), 0)).toHaveLength(1);
    expect([...fold.sweep(COUNT_AFTER_MS), ...fold.sweep(QUIET_MS), ...fold.flush()]).toEqual([]);
    // It is forgotten, and new when it comes again.
    expect(fold.take(line("x"), QUIET_MS)).toHaveLength(1);
  });

  /** What happens, and after how many milliseconds. */
  const happenings = fc.array(
    fc.record({
      message: fc.constantFrom("a", "b", "c"),
      waitMs: fc.oneof(
        fc.integer({ min: 0, max: 1_000 }),
        fc.integer({ min: 0, max: 2 * QUIET_MS }),
      ),
    }),
    { minLength: 1, maxLength: 200 },
  );

  test("accounts for every line, in any order", () => {
    fc.assert(fc.property(happenings, (all) => {
      const fold = makeTroubleFold();
      const accounted = new Map<string, number>();
      /** Since its beginning, as it was last written of. */
      const current = new Map<string, number>();
      const write = (lines: ReadonlyArray<FoldedLine>) => {
        for (const { message, times } of lines) {
          const name = String(message).replace("Stopped: ", "");
          if (times === undefined) {
            accounted.set(name, (accounted.get(name) ?? 0) + 1);
            current.set(name, 1);
          } else {
            const before = current.get(name) ?? 0;
            accounted.set(name, (accounted.get(name) ?? 0) + times - before);
            current.set(name, times);
          }
        }
      };
      let nowMs = 0;
      for (const { message, waitMs } of all) {
        nowMs += waitMs;
        write(fold.sweep(nowMs));
        write(fold.take(line(message), nowMs));
      }
      write(fold.flush());
      const came = Map.groupBy(all, ({ message }) => message);
      for (const [message, lines] of came) expect(accounted.get(message)).toBe(lines.length);
    }));
  });

  test("logs a continuing trouble less and less often, and nothing in between", () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: QUIET_MS - 1 }), (everyMs) => {
      const fold = makeTroubleFold();
      const writtenMs: Array<number> = [];
      for (let ms = 0, i = 0; i < 500; ms += everyMs, i++) {
        const lines = [...fold.take(line("x"), ms), ...fold.sweep(ms)];
        expect(lines.length).toBeLessThanOrEqual(1);
        if (lines.length > 0) writtenMs.push(ms);
      }
      const gaps = writtenMs.slice(1).map((ms, i) => ms - (writtenMs[i] ?? 0));
      for (const [i, gap] of gaps.entries()) {
        const least = Math.min(COUNT_AFTER_MS * 2 ** i, COUNT_EVERY_MS_MAX);
        expect(gap).toBeGreaterThanOrEqual(least);
        expect(gap).toBeLessThan(least + everyMs);
      }
    }));
  });

  test("tracks a bounded number of troubles, the latest ones", () => {
    const fold = makeTroubleFold();
    const numbered = (i: number) => line("x", { annotations: { orderId: `${i}` } });
    const lines: Array<FoldedLine> = [];
    lines.push(...fold.take(numbered(0), 0), ...fold.take(numbered(0), 0));
    for (let i = 1; i < KINDS_MAX; i++) lines.push(...fold.take(numbered(i), i));
    lines.push(...fold.take(numbered(1), KINDS_MAX));
    expect(lines).toHaveLength(KINDS_MAX);
    // The one that was quiet for longest is let go, and what was not written of it is.
    expect(fold.take(numbered(-1), KINDS_MAX + 1)).toMatchObject([{ times: 2 }, { level: "WARN" }]);
    expect(fold.take(numbered(1), KINDS_MAX + 2)).toEqual([]);
    expect(fold.take(numbered(0), KINDS_MAX + 3)).toHaveLength(1);
  });
});
