/**
 * The ids of a replay: those of the next run are the same.
 *
 * @module
 */
/** The digits of the instant of a UUID of version 7. */
const INSTANT_DIGITS = 12;
/** Where the digits begin that say which kind of UUID it is. */
const VERSION_AT = 12;
const VARIANT_AT = 16;

/** Makes UUIDs of version 7, of the replay's time, in the order in which they are made. */
export function makeReplayIds({ nowMs }: { readonly nowMs: () => number }, seed: number) {
  let made = 0;
  return (): string => {
    made += 1;
    const instant = Math.floor(nowMs()).toString(16).padStart(INSTANT_DIGITS, "0");
    const count = made.toString(16).padStart(3, "0").slice(-3);
    const drawn = Bun.SHA256.hash(`strikeline replay ${seed}: id ${made}`, "hex");
    const hex = `${instant.slice(-INSTANT_DIGITS)}7${count}8${drawn.slice(0, 15)}`;
    return [
      hex.slice(0, 8),
      hex.slice(8, VERSION_AT),
      hex.slice(VERSION_AT, VARIANT_AT),
      hex.slice(VARIANT_AT, 20),
      hex.slice(20),
    ].join("-");
  };
}
