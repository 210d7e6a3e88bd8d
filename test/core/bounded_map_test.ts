import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { BoundedMap } from "../../core/bounded_map.ts";

const key = fc.integer({ min: 0, max: 12 });
const value = fc.integer();
const change = fc.oneof(
  fc.record({ kind: fc.constantFrom("set", "setNewest"), key, value }),
  fc.record({ kind: fc.constantFrom("delete", "clear"), key }),
);

/** The same by a list of entries, oldest first. */
function changed(
  entries: ReadonlyArray<readonly [number, number]>,
  one: { readonly kind: string; readonly key: number; readonly value?: number },
  sizeMax: number,
): ReadonlyArray<readonly [number, number]> {
  if (one.kind === "clear") return [];
  const others = entries.filter(([key]) => key !== one.key);
  if (one.value === undefined) return others;
  const entry = [one.key, one.value] as const;
  const isOverwritten = one.kind === "set" && others.length < entries.length;
  return isOverwritten
    ? entries.map((old) => old[0] === one.key ? entry : old)
    : [...others, entry].slice(-sizeMax);
}

describe("a bounded map", () => {
  test("keeps the newest entries in the order of their keys", () => {
    const changes = fc.array(change, { maxLength: 60 });
    fc.assert(fc.property(fc.integer({ min: 1, max: 8 }), changes, (sizeMax, changes) => {
      const map = new BoundedMap<number, number>(sizeMax);
      let entries: ReadonlyArray<readonly [number, number]> = [];
      for (const one of changes) {
        const before = map.has(one.key);
        if (one.kind === "clear") map.clear();
        else if (!("value" in one)) expect(map.delete(one.key)).toBe(before);
        else if (one.kind === "set") map.set(one.key, one.value);
        else map.setNewest(one.key, one.value);
        entries = changed(entries, one, sizeMax);
        expect([...map]).toEqual(entries.map(([key, value]) => [key, value]));
        expect([...map.values()]).toEqual(entries.map(([, value]) => value));
        expect(map.size).toBe(entries.length);
        expect(map.get(one.key)).toBe(new Map(entries).get(one.key));
      }
    }));
  });
});
