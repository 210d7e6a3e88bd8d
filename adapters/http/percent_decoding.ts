/**
 * Percent-decoding that refuses what it cannot read instead of passing it through.
 *
 * @module
 */

/** Text of a query, where `+` is a space. Undefined for bad escapes and bytes that are no UTF-8. */
export function decodeText(raw: string): string | undefined {
  return decodeSegment(raw.includes("+") ? raw.replaceAll("+", " ") : raw);
}

/** Text of a path segment, where `+` is a plus. Undefined as above. */
export function decodeSegment(raw: string): string | undefined {
  if (raw.includes("\uFFFD")) return undefined;
  if (!raw.includes("%")) return raw;
  try {
    return decodeURIComponent(raw);
  } catch {
    return undefined;
  }
}

/** Whether the text holds characters that no name or number has, line breaks included. */
export function hasControlChars(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < 0x20 || code === 0x7f) return true;
  }
  return false;
}
