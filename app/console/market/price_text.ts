/**
 * Prices as text: exact decimals, grouped and rounded without ever being a float.
 *
 * @module
 */

const E18_DIGITS = 18;
const DECIMALS_MIN = 2;
/** Digits that are shown where a column has no room for all. */
const DIGITS_SHOWN = 6;

/** Of a market that has not said its own, in USDC. */
const TICK_USUAL = 0.01;

/** A chance of less, or of more than the rest, has two decimals: none is shown as certain. */
const CHANCE_NEAR_END = 0.01;

/** A true minus, as wide as a plus. */
const MINUS = "\u2212";

/** How far a price is from a target. */
export interface Distance {
  /** A price that equals the target is neither. */
  readonly direction: "up" | "down" | "even";
  /** With its sign, such as `+88.19`. */
  readonly amount: string;
  /** With its sign, such as `+0.15 %`. */
  readonly percent: string;
}

/** Returns a number of JSON, or decimal text, times 10^18. Digits beyond are cut off. */
export function toE18(price: string | number): bigint {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d*))?(?:e([+-]?\d+))?$/i.exec(String(price)) ?? [];
  if (whole === "") throw new TypeError(`Cannot read "${price}" as a decimal`);
  const shift = E18_DIGITS - fraction.length + Number(exponent);
  const digits = BigInt(whole + fraction);
  const size = shift >= 0 ? digits * 10n ** BigInt(shift) : digits / 10n ** BigInt(-shift);
  return sign === "-" ? -size : size;
}

/** Returns an exact price with all its digits, the whole ones grouped: `60,674.703764`. */
export function exactPrice(price: string | number): string {
  const text = trimmed(fixedE18(toE18(price), E18_DIGITS));
  return text.includes(".") ? text : `${text}.00`;
}

/** Returns a price with as many decimals as {@linkcode decimalsOf} says: `60,674.70`. */
export function shortPrice(price: string | number, decimals = decimalsOf(price)): string {
  return fixedE18(toE18(price), decimals);
}

/** Returns how many decimals show six digits of a price, and cents at least. */
export function decimalsOf(price: string | number): number {
  const whole = String(price).replace(/[.e].*$/i, "").replace("-", "");
  return Math.max(DECIMALS_MIN, DIGITS_SHOWN - whole.length);
}

/** Returns the distance of a price from a target, rounded. */
export function distanceOf(price: string | number, target: string | number): Distance {
  const targetE18 = toE18(target);
  const distanceE18 = toE18(price) - targetE18;
  const percentE18 = targetE18 === 0n ? 0n : distanceE18 * 100n * 10n ** 18n / targetE18;
  return {
    direction: distanceE18 > 0n ? "up" : distanceE18 < 0n ? "down" : "even",
    amount: signed(distanceE18, decimalsOf(target)),
    percent: `${signed(percentE18, 2)}\u00a0%`,
  };
}

/**
 * Returns a price of an outcome in USDC a share, with the decimals that its market's `tick` has,
 * and `more`: the middle of two prices has one more.
 */
export function outcomePrice(price: number, tick: number | null, more = 0): string {
  return fixedE18(toE18(price), tickDecimals(tick) + more);
}

/** Returns a price of a book, exact, with at least the decimals that its market's `tick` has. */
export function bookPrice(price: string, tick: number | null): string {
  const [whole = "", digits = ""] = price.split(".");
  return `${whole}.${digits.padEnd(tickDecimals(tick), "0")}`;
}

function tickDecimals(tick: number | null): number {
  const [, fraction = ""] = String(tick ?? TICK_USUAL).split(".");
  return fraction.length;
}

/** Returns a price of an outcome as its chance: `53.5 %`, and near the ends as exact as it is. */
export function chanceText(price: number): string {
  const isNearEnd = price < CHANCE_NEAR_END || price > 1 - CHANCE_NEAR_END;
  return `${fixedE18(toE18(price) * 100n, isNearEnd ? 2 : 1)}\u00a0%`;
}

function signed(valueE18: bigint, decimals: number): string {
  const sign = valueE18 > 0n ? "+" : valueE18 < 0n ? MINUS : "";
  return sign + fixedE18(valueE18 < 0n ? -valueE18 : valueE18, decimals);
}

/** Rounds half away from zero. */
function fixedE18(valueE18: bigint, decimals: number): string {
  const unit = 10n ** BigInt(E18_DIGITS - decimals);
  const size = valueE18 < 0n ? -valueE18 : valueE18;
  const rounded = (size + unit / 2n) / unit;
  const digits = rounded.toString().padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals).replaceAll(/\B(?=(\d{3})+$)/g, ",");
  return `${valueE18 < 0n ? MINUS : ""}${whole}.${digits.slice(digits.length - decimals)}`;
}

function trimmed(text: string): string {
  return text.replace(/0+$/, "").replace(/\.$/, "");
}
