import { describe, expect, test } from "bun:test";
import { limitOfMinute, usageHour, usageText } from "../../../app/console/keys/usage_hour.ts";

const NOW = "2026-01-01T12:00:30.000Z";

describe("the hour of a key", () => {
  test("has sixty minutes, the current one last", () => {
    const hour = usageHour(
      [
        { minute_at: "2026-01-01T11:01:00.000Z", requests: 2, refused: 0 },
        { minute_at: "2026-01-01T12:00:00.000Z", requests: 7, refused: 3 },
      ],
      NOW,
    );
    expect(hour.bars).toHaveLength(60);
    expect(hour.bars[0]).toEqual({ requests: 2, refused: 0 });
    expect(hour.bars[59]).toEqual({ requests: 7, refused: 3 });
    expect(hour).toMatchObject({ requests: 9, refused: 3, busiest: 7 });
  });

  test("leaves out what is older than an hour", () => {
    const old = { minute_at: "2026-01-01T11:00:00.000Z", requests: 5, refused: 0 };
    expect(usageHour([old], NOW).requests).toBe(0);
  });

  test("is said in words", () => {
    const at = "2026-01-01T12:00:00.000Z";
    const hour = (requests: number, refused: number) =>
      usageHour([{ minute_at: at, requests, refused }], NOW);
    expect(usageText(usageHour([], NOW), 600)).toBe("No request in the last hour");
    expect(usageText(hour(1, 0), 600))
      .toBe("1 request in the last hour, 0 refused, busiest minute 1 of 600");
    expect(usageText(hour(40, 3), undefined))
      .toBe("40 requests in the last hour, 3 refused, busiest minute 40");
  });
});

test("a limit is scaled to a minute", () => {
  expect(limitOfMinute({ requests: 600, window_sec: 60 })).toBe(600);
  expect(limitOfMinute({ requests: 100, window_sec: 10 })).toBe(600);
  expect(limitOfMinute({ requests: 100, window_sec: 3600 })).toBe(1);
  expect(limitOfMinute(null)).toBeUndefined();
});
