import { expect, test } from "bun:test";
import fc from "fast-check";
import { TextArena } from "../../../../adapters/http/edge/answer/text_arena.ts";

const MIB = 1024 * 1024;
/** Some fill a buffer alone. */
const text = fc.tuple(
  fc.string({ unit: "grapheme", maxLength: 20 }),
  fc.integer({ min: 0, max: 6 }),
)
  .map(([some, doubled]) => some.repeat(8 ** doubled));

test("has each text as its UTF-8 for as long as anybody reads it, in bounded memory", () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 40 }), (texts) => {
      const dropped: Array<number> = [];
      const arena = new TextArena<number>(4 * MIB, (owner) => void dropped.push(owner));
      const largest = Math.max(MIB, ...texts.map(({ length }) => 3 * length));
      const kept = texts.map((each, owner) => {
        const bytes = arena.put(each, owner);
        expect(arena.bytes).toBeLessThanOrEqual(Math.max(4 * MIB, largest));
        return bytes;
      });
      for (const [owner, bytes] of kept.entries()) {
        expect(Buffer.compare(bytes, Buffer.from(texts[owner] ?? ""))).toBe(0);
      }
      // The oldest go first.
      expect(dropped).toEqual(dropped.map((_, at) => at));
    }),
    { numRuns: 50 },
  );
});
