/**
 * Writes what is sent.
 *
 * @module
 */

/**
 * Returns the JSON of fields. Those without a value are left out, and instants become ISO 8601. NaN
 * and an invalid date would become null, and an order whose limit is left out has none: they are
 * refused.
 */
export function jsonText(fields: object): string {
  return JSON.stringify(fields, function (this: Record<string, unknown>, name, value) {
    if (this[name] != null && JSON.stringify(value) === "null") {
      throw new TypeError(`Cannot use ${name} ${this[name]}: omit it, or pass a value`);
    }
    return value ?? undefined;
  });
}
