import { expect, test } from "bun:test";
import { missingText } from "../../../app/console/tools/missing_text.ts";

test("what is missing of a day is told by its times, and how much more is", () => {
  const range = (from: string, until: string) => ({
    from: `2026-11-28T${from}Z`,
    until: `2026-11-28T${until}Z`,
  });
  expect(missingText([], 0)).toBe("none");
  expect(missingText([range("12:00:02", "12:00:04")], 0)).toBe("12:00:02 to 12:00:04");
  expect(missingText([range("12:00:02", "12:00:04"), range("12:10:00", "12:10:01")], 3))
    .toBe("12:00:02 to 12:00:04, 12:10:00 to 12:10:01 and 3 more");
});
