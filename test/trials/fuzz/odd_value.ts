/** Values that callers should not send, and do. @module */
import type { Chance } from "../../stage/chance.ts";

/** Each is a text without a space. */
const NUMBERS =
  "0 -0 -1 +1 1.5 1e309 NaN Infinity 0x10 9007199254740993 99999999999999999999999999 0x";
const TIMES = "2026-02-30 2026-13-01T00:00:00Z 0000-00-00 2026-11-01T24:00:00Z " +
  "2026-11-23T05:00:00+05:30 1795410000 1795410000000 17954100000000000 Etc/GMT+25 America/Nowhere";
const WORDS =
  "null undefined true constructor __proto__ toString [] {} , ,,, btc,btc btc, BTC 5MIN " +
  "../../../etc/passwd %2e%2e%2f a/b <script>alert(1)</script> ${7*7} {{7*7}} é 💥 Ａ ｂｔｃ sk_test_x";
const ODD_TEXTS: ReadonlyArray<string> = [
  ...[NUMBERS, TIMES, WORDS].flatMap((texts) => texts.split(" ")),
  ...["", " ", "[object Object]", "2026-11-23T05:00:00 05:30", "'; drop table targets; --"],
  ...["\u0000", "\u202e", "\ud800", "ß".repeat(300), "a".repeat(5_000), "-".repeat(100)],
  `0x${"f".repeat(64)}`,
];

/** Characters of garbage: letters, digits and everything that means something somewhere. */
const GARBAGE = "abcXYZ019 %&=?#/\\+:;,.\"'<>{}[]()|^`~!@$*-_\t\u00e9\u4e2d\u{1f4a5}";

/** A text that fits nothing, or something by accident. */
export function oddText(chance: Chance): string {
  return chance.is(0.7) ? chance.pick(ODD_TEXTS) : chance.text(chance.within(0, 40), GARBAGE);
}

/** A text with one character changed, dropped or doubled. */
export function nearText(text: string, chance: Chance): string {
  const at = chance.within(0, text.length + 1);
  const [before, after] = [text.slice(0, at), text.slice(at)];
  switch (chance.within(0, 4)) {
    case 0:
      return before + after.slice(1);
    case 1:
      return before + chance.text(1, GARBAGE) + after;
    case 2:
      return before + chance.text(1, GARBAGE) + after.slice(1);
    default:
      return chance.is(0.5) ? text + text : text.toUpperCase();
  }
}

/** A JSON value that fits nothing, or something by accident. */
export function oddJson(chance: Chance): unknown {
  return chance.pick<() => unknown>([
    () => null,
    () => true,
    () => [],
    () => ({}),
    () => oddText(chance),
    () => (chance.next() - 0.5) * 10 ** chance.within(0, 40),
    () => -chance.within(0, 100),
    () => Array.from({ length: chance.within(0, 20) }, () => oddText(chance)),
    () => ({ [oddText(chance)]: oddText(chance) }),
  ])();
}

/** A query's value as it is written into an address. */
export function encoded(text: string, chance: Chance): string {
  const wellFormed = text.toWellFormed();
  if (chance.is(0.8)) return encodeURIComponent(wellFormed);
  // As careless clients write it: whatever a request line may have is left as it is.
  return wellFormed.replace(
    /[^\x21-\x7e]/gu,
    (one) => chance.is(0.5) ? encodeURIComponent(one) : "%ff",
  );
}
