import { describe, expect, test } from "bun:test";
import { comingStartSec, openStartSec, slugAt } from "../../../app/console/service/window_slug.ts";

describe("the coming window", () => {
  test("opens after now, also at the very second of an opening", () => {
    expect(comingStartSec(1_795_465_499)).toBe(1_795_465_500);
    expect(comingStartSec(1_795_465_500)).toBe(1_795_465_800);
    expect(openStartSec(1_795_465_500)).toBe(1_795_465_500);
    expect(openStartSec(1_795_465_799.9)).toBe(1_795_465_500);
  });

  test("is found by its start", () => {
    const windows = [{ timestamp_start: 300, slug: "a" }, { timestamp_start: 600, slug: "b" }];
    expect(slugAt(windows, 600)).toBe("b");
    expect(slugAt(windows, 900)).toBeUndefined();
  });
});
