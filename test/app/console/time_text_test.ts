import { describe, expect, test } from "bun:test";
import { clockText, dayOf, utcText, windowText } from "../../../app/console/part/time_text.ts";

const NOON_SEC = Date.parse("2026-11-23T12:00:00Z") / 1000;

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

test("instants are told to the second, days alone by their UTC day", () => {
  expect(utcText("2026-11-23T12:05:07.250Z")).toBe("2026-11-23 12:05:07");
  expect([NOON_SEC, NOON_SEC + 43_199, NOON_SEC + 43_200].map(dayOf))
    .toEqual(["2026-11-23", "2026-11-23", "2026-11-24"]);
});
