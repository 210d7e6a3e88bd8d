import { describe, expect, test } from "bun:test";
import { agoText, countdownText, spanText } from "../../../app/console/part/span_text.ts";

test("spans are as exact as a reader needs", () => {
  expect([0, 59, 60, 3_600, 7_500, 90_000, -3].map(spanText))
    .toEqual(["0 s", "59 s", "1 min", "1 h", "2 h 5 min", "1 d 1 h", "0 s"]);
  expect([-1, 4, 61].map(agoText)).toEqual(["just now", "just now", "1 min ago"]);
});

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
