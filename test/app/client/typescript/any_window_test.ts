import { afterAll, describe, expect, spyOn, test } from "bun:test";
import { windowOf } from "../../../../app/client/typescript/mod.ts";
import { WINDOW_EXAMPLE } from "../../../../adapters/http/window/wire_window_state.ts";
import { ACTIVE_TARGET_EXAMPLE } from "../../../../adapters/http/price/wire_target.ts";
import { MARKET_WINDOW_EXAMPLE } from "../../../../adapters/http/price/wire_window.ts";
import { TARGET_EXAMPLE } from "../../../../adapters/http/stream/wire_push_frame.ts";

const START = 1_767_225_600;
const NOW = "2026-01-01T00:02:01.500Z";
const clock = spyOn(performance, "now").mockReturnValue(5_000);
afterAll(() => clock.mockRestore());

describe("a window", () => {
  test.each([
    ["a target", ACTIVE_TARGET_EXAMPLE, "15m", 900],
    ["a target of the stream", TARGET_EXAMPLE, "5m", 300],
    ["a whole window", WINDOW_EXAMPLE, "5m", 300],
    ["a list of windows", MARKET_WINDOW_EXAMPLE, "15m", 900],
  ])("is had of %s", (_, told, short, seconds) => {
    const slug = `btc-updown-${short}-${START}`;
    expect(windowOf(told, NOW)).toMatchObject({
      slug,
      url: `https://polymarket.com/event/${slug}`,
      start: START,
      end: START + seconds,
    });
    expect(windowOf(told, NOW).secondsLeft()).toBe(seconds - 121.5);
  });

  test("counts down from the instant of the answer, on no wall clock, and not below 0", () => {
    const window = windowOf(WINDOW_EXAMPLE, NOW);
    clock.mockReturnValue(15_000);
    expect(window.secondsLeft()).toBe(168.5);
    expect(window.secondsLeft((START + 299) * 1000)).toBe(1);
    clock.mockReturnValue(1e9);
    expect(window.secondsLeft()).toBe(0);
  });

  test("has numbers where they were kept as text", () => {
    const told = { ...TARGET_EXAMPLE, windowStart: `${START}`, windowEnd: `${START + 300}` };
    expect(windowOf(told as never, NOW)).toMatchObject({ start: START, end: START + 300 });
  });
});
