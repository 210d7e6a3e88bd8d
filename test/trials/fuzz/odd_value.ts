/**
 * Values that callers should not send, and do.
 *
 * @module
 */
import type { Random } from "../../stage/random.ts";

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
export function oddText(random: Random): string {
  return random.chance(0.7) ? random.pick(ODD_TEXTS) : random.text(random.below(40), GARBAGE);
}

/** A text with one character changed, dropped or doubled. */
export function nearText(text: string, random: Random): string {
  const at = random.below(text.length + 1);
  const [before, after] = [text.slice(0, at), text.slice(at)];
  switch (random.below(4)) {
    case 0:
      return before + after.slice(1);
    case 1:
      return before + random.text(1, GARBAGE) + after;
    case 2:
      return before + random.text(1, GARBAGE) + after.slice(1);
    default:
      return random.chance(0.5) ? text + text : text.toUpperCase();
  }
}

/** A JSON value that fits nothing, or something by accident. */
export function oddJson(random: Random): unknown {
  return random.pick<() => unknown>([
    () => null,
    () => true,
    () => [],
    () => ({}),
    () => oddText(random),
    () => (random.next() - 0.5) * 10 ** random.below(40),
    () => -random.below(100),
    () => Array.from({ length: random.below(20) }, () => oddText(random)),
    () => ({ [oddText(random)]: oddText(random) }),
  ])();
}

/** A query's value as it is written into an address. */
export function encoded(text: string, random: Random): string {
  const wellFormed = text.toWellFormed();
  if (random.chance(0.8)) return encodeURIComponent(wellFormed);
  // As careless clients write it: whatever a request line may have is left as it is.
  return wellFormed.replace(
    /[^\x21-\x7e]/gu,
    (one) => random.chance(0.5) ? encodeURIComponent(one) : "%ff",
  );
}
