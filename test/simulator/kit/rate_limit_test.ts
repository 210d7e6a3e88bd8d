/** What the simulators' rate limits keep of callers who name ever new things. @module */
import { expect, test } from "bun:test";
import {
  COUNTED_KEYS_MAX,
  makeFixedWindow,
  makeSlidingWindow,
} from "../../../app/simulator/kit/rate_limit.ts";

test.each([["a fixed", makeFixedWindow], ["a sliding", makeSlidingWindow]])(
  "%s window counts the last so many keys, and forgets the oldest",
  (_, make) => {
    const limit = make(1, 1_000);
    for (let number = 0; number < COUNTED_KEYS_MAX + 1; number++) limit.take(`${number}`, 5_000);
    expect(limit.take("1", 5_000)).toBe(1_000);
    expect(limit.take(`${COUNTED_KEYS_MAX}`, 5_000)).toBe(1_000);
    expect(limit.take("0", 5_000)).toBeUndefined();
  },
);

test("a sliding window forgets no key that keeps asking", () => {
  const limit = makeSlidingWindow(1, 1_000);
  limit.take("asks on", 5_000);
  for (let number = 1; number < COUNTED_KEYS_MAX; number++) limit.take(`${number}`, 5_000);
  expect(limit.take("asks on", 5_500)).toBe(500);
  limit.take("one more", 5_500);
  expect(limit.take("asks on", 5_500)).toBe(500);
});
