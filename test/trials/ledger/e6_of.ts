/** Decimal text as millionths. @module */

/** Reads it to the last digit. */
export function e6Of(text: string): bigint {
  const [, sign = "", whole = "0", part = ""] = /^(-?)(\d+)(?:\.(\d{1,6}))?$/.exec(text) ??
    expect(text);
  return BigInt(`${sign}${whole}${part.padEnd(6, "0")}`);
}

/** Writes millionths, which are not below zero, with all six decimals. */
export function textOfE6(amountE6: bigint): string {
  const digits = String(amountE6).padStart(7, "0");
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`;
}

function expect(text: string): never {
  throw new Error(`"${text}" is no amount in millionths`);
}
