/**
 * The numbers of JSON as they are written: a float keeps 17 digits at most.
 *
 * @module
 */

/** A text of JSON, which may hold digits, or a number. */
const TEXT_OR_NUMBER = /("(?:[^"\\]|\\.)*")|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** An answer in which the text of every number stands in place of the number. */
export type NumbersAsText<Value> = Value extends number ? string
  : Value extends object ? { readonly [Name in keyof Value]: NumbersAsText<Value[Name]> }
  : Value;

/** Returns JSON in which the text of every number stands in place of the number. */
export function numbersAsText(json: string): string {
  return json.replaceAll(TEXT_OR_NUMBER, (found, text?: string) => text ?? `"${found}"`);
}
