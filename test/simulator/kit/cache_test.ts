import { expect, test } from "bun:test";
import fc from "fast-check";
import { makeCache } from "../../../app/simulator/kit/cache.ts";

test("the cache returns the value of the key, and never exceeds its size", () =>
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.integer({ min: 0, max: 6 })),
      (sizeMax, keys) => {
        const cache = makeCache<number, { readonly key: number }>(sizeMax);
        const cached: number[] = [];
        for (const key of keys) {
          let isComputed = false;
          const value = cache(key, () => {
            isComputed = true;
            return { key };
          });
          expect(value.key).toBe(key);
          expect(isComputed).toBe(!cached.includes(key));
          if (isComputed) cached.push(key);
          if (cached.length > sizeMax) cached.shift();
        }
      },
    ),
  ));
