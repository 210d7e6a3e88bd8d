/**
 * The text of a file of settings, by the rules by which the runtime reads it. A text here has a
 * character for each byte of its file, so that what is not replaced stays as it is.
 *
 * @module
 */

const BLANK = "[\\t\\v\\f \\r\\n]";

/**
 * A setting, or a line without one. A value in quotes goes on over lines, also from the line after
 * its name, and what follows on its last line is dropped. One without ends at `#`, quotes and all.
 */
const PART = new RegExp(
  [
    `(?<head>${BLANK}*(?:export${BLANK}+)?(?<name>[\\w.-]+)${BLANK}*(?:=|:${BLANK}))`,
    `(?:${BLANK}*(?<quote>["'\`])(?<quoted>(?:\\\\[^]|(?!\\k<quote>)[^\\\\])*)\\k<quote>`,
    `(?<rest>[^\\r\\n]*)|(?<bare>[^#\\r\\n]*))`,
    `|${BLANK}*[^\\r\\n]*[\\r\\n]?`,
  ].join(""),
  "gy",
);
const BYTE_ORDER_MARK = /^\xef\xbb\xbf/;
const LINE_END = /\r\n?/g;
/** The line end of an escape is no other's. */
const ESCAPE = /\\[^]|\r\n?/g;
const MEANT: Readonly<Record<string, string>> = {
  "\r": "\n",
  "\r\n": "\n",
  "\\n": "\n",
  "\\r": "\r",
};
const BARE = /^([\t\v\f ]*(?=[^\t\v\f ]))?(.*?)([\t\v\f ]*)$/s;

/**
 * Returns the value that a text gives a setting; undefined where it has none or an empty one.
 * Nothing is put in the place of `$NAME`.
 */
export function valueIn(text: string, name: string): string | undefined {
  const groups = [...text.replace(BYTE_ORDER_MARK, "").matchAll(PART)]
    .map(({ groups = {} }) => groups).findLast((groups) => groups["name"] === name);
  if (groups === undefined) return undefined;
  const { quote, quoted, bare } = groups;
  const value = quoted === undefined
    ? BARE.exec(bare ?? "")?.[2]
    : quoted.replace(quote === '"' ? ESCAPE : LINE_END, (raw) => MEANT[raw] ?? raw);
  return Buffer.from(value ?? "", "latin1").toString() || undefined;
}

/**
 * Returns the text with these settings, each in the place where it stood, or at the end. Their
 * values are such that they need no quotes.
 */
export function withSettings(text: string, settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings).reduce(withSetting, text);
}

function withSetting(text: string, [name, value]: readonly [string, string]): string {
  const mark = BYTE_ORDER_MARK.exec(text)?.[0] ?? "";
  let isThere = false;
  const replaced = text.slice(mark.length).replace(PART, (...found) => {
    const [part, groups] = [found[0], found.at(-1)];
    if (groups.name !== name) return part;
    isThere = true;
    const { head, quote, rest, bare } = groups;
    if (quote !== undefined) return `${head}${quote}${value}${quote}${rest}`;
    const [, before = "", , after = ""] = BARE.exec(bare) ?? [];
    return `${head}${before}${value}${after}`;
  });
  if (isThere) return `${mark}${replaced}`;
  const lineEnd = /\r?\n/.exec(text)?.[0] ?? "\n";
  const whole = /[^\r\n]$/.test(text) ? `${text}${lineEnd}` : text;
  // What ends with `NAME:` would take the next line for its value.
  const gap = /:[\r\n]$/.test(whole) ? lineEnd : "";
  return `${whole}${gap}${name}=${value}${lineEnd}`;
}
