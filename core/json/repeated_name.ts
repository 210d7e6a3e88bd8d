/**
 * Finds a name that an object of a JSON text has twice, which `JSON.parse` does not tell.
 *
 * @module
 */

const QUOTE = 0x22;
const COMMA = 0x2c;
const LIST_OPEN = 0x5b;
const BACKSLASH = 0x5c;
const LIST_CLOSE = 0x5d;
const OBJECT_OPEN = 0x7b;
const OBJECT_CLOSE = 0x7d;

/**
 * Returns the first name that repeats an earlier one of its object, at any depth and in any
 * spelling: `"\u0061"` is `"a"`. Undefined if there is none.
 *
 * `text` must be JSON. It is read once, and without recursion, because callers choose its depth.
 */
export function repeatedName(text: string): string | undefined {
  /** The names of every object that is open; undefined for a list. */
  const open: Array<Set<string> | undefined> = [];
  /** The names of the object of which a name comes next. */
  let names: Set<string> | undefined;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case OBJECT_OPEN:
        open.push(names = new Set());
        break;
      case LIST_OPEN:
        open.push(names = undefined);
        break;
      case OBJECT_CLOSE:
      case LIST_CLOSE:
        open.pop();
        break;
      case COMMA:
        names = open.at(-1);
        break;
      case QUOTE: {
        const openAt = at;
        at = closingQuote(text, openAt);
        if (names === undefined) break;
        const name = nameOf(text.slice(openAt, at + 1));
        if (names.has(name)) return name;
        names.add(name);
        // What follows is the value, which may be text.
        names = undefined;
      }
    }
  }
  return undefined;
}

function closingQuote(text: string, openAt: number): number {
  let at = openAt + 1;
  while (at < text.length && text.charCodeAt(at) !== QUOTE) {
    at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  }
  return at;
}

/** Only a name with an escape is worth parsing. */
function nameOf(quoted: string): string {
  return quoted.includes("\\") ? JSON.parse(quoted) as string : quoted.slice(1, -1);
}
