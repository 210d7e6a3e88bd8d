/**
 * The fields of an answer, one by one, as the service names them.
 *
 * @module
 */

/** Returns each field's path, such as `fee.usdc`, and its value as text, in the answer's order. */
export function answerFields(
  answer: unknown,
  path = "",
): ReadonlyArray<readonly [path: string, text: string]> {
  if (typeof answer !== "object" || answer === null) return [[path, String(answer)]];
  return Object.entries(answer).flatMap(([name, value]) =>
    answerFields(value, path === "" ? name : `${path}.${name}`)
  );
}
