/**
 * English ordinals, as used for periods and days.
 *
 * @module
 */

/** Returns `1st`, `2nd`, `3rd`, `4th`, `11th`. */
export function ordinal(count: number): string {
  const isTeen = count % 100 >= 11 && count % 100 <= 13;
  const ending = isTeen ? "th" : ["th", "st", "nd", "rd"][count % 10] ?? "th";
  return `${count}${ending}`;
}
