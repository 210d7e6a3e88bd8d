/**
 * The licences under which packages may be part of the service.
 *
 * @module
 */

/** Permissive licences: they ask to be named, and nothing of who serves or changes the service. */
export const ALLOWED_LICENCES: ReadonlySet<string> = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "CC0-1.0",
  "ISC",
  "MIT",
  "Unlicense",
]);

/** Whether an SPDX expression lets the package be used under allowed licences alone. */
export function isAllowed(expression: string): boolean {
  const words = expression.match(/[()]|[^\s()]+/g) ?? [];
  let at = 0;

  // `OR` binds weaker than `AND` (SPDX 2.3, annex D.4).
  function anyOf(): boolean {
    let isFine = allOf();
    while (words[at] === "OR") {
      at += 1;
      const isOther = allOf();
      isFine ||= isOther;
    }
    return isFine;
  }

  function allOf(): boolean {
    let isFine = one();
    while (words[at] === "AND") {
      at += 1;
      const isOther = one();
      isFine &&= isOther;
    }
    return isFine;
  }

  function one(): boolean {
    const word = words[at++];
    if (word !== "(") return word !== undefined && ALLOWED_LICENCES.has(word);
    const isFine = anyOf();
    return words[at++] === ")" && isFine;
  }

  const isFine = anyOf();
  return isFine && at === words.length;
}
