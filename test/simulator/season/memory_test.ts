import { expect, test } from "bun:test";
import fc from "fast-check";
import { keepSome } from "../../../app/simulator/season/keep_some.ts";

test("the cache returns the value of the key, and never exceeds its size", () =>
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.integer({ min: 0, max: 6 })),
      (countMax, keys) => {
        const keep = keepSome<number, { readonly key: number }>(countMax);
        const alive: number[] = [];
        for (const key of keys) {
          let isMade = false;
          const value = keep(key, () => {
            isMade = true;
            return { key };
          });
          expect(value.key).toBe(key);
          expect(isMade).toBe(!alive.includes(key));
          if (isMade) alive.push(key);
          if (alive.length > countMax) alive.shift();
        }
      },
    ),
  ));
