import { expect, test } from "bun:test";
import { SPEC_CALENDAR, windowContaining } from "../../../core/market/mod.ts";
import { targetKey } from "../../../core/price/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";

test("the current window's key names it wholly", () => {
  const window = windowContaining(SPEC_CALENDAR, "5min", UnixSec(1_767_226_000));
  expect(targetKey({ asset: "btc", window })).toBe("btc:5min:1767225900");
});
