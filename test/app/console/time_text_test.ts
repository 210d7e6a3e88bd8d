import { describe, expect, test } from "bun:test";
import { clockText, countdownText, windowText } from "../../../app/console/market/time_text.ts";

const NOON_SEC = Date.parse("2026-11-23T12:00:00Z") / 1000;

describe("countdownText", () => {
  test("shows hours only where there are some", () => {
    expect(countdownText(245)).toBe("4:05");
    expect(countdownText(59)).toBe("0:59");
    expect(countdownText(3_599)).toBe("59:59");
    expect(countdownText(3_723)).toBe("1:02:03");
    expect(countdownText(90_000)).toBe("25:00:00");
  });

  test("stops at zero", () => expect(countdownText(-3)).toBe("0:00"));
});

describe("clockText", () => {
  test("has seconds only where there are some", () => {
    expect(clockText(NOON_SEC)).toBe("12:00");
    expect(clockText(NOON_SEC + 61)).toBe("12:01:01");
  });
});

describe("windowText", () => {
  test("names the last day only if it is another", () => {
    expect(windowText(NOON_SEC, NOON_SEC + 300)).toBe("2026-11-23 12:00 to 12:05");
    expect(windowText(NOON_SEC, NOON_SEC + 86_400)).toBe("2026-11-23 12:00 to 2026-11-24 12:00");
  });
});
