/**
 * JSON values as literals of a programming language.
 *
 * @module
 */

/** How a language writes what JSON writes otherwise. */
export interface Dialect {
  /** By how much each level is indented. */
  readonly step: string;
  readonly words: { readonly null: string; readonly true: string; readonly false: string };
  /** Writes the name of an object's field. */
  readonly field: (name: string) => string;
}

/** JavaScript and TypeScript. */
export const TYPESCRIPT: Dialect = {
  step: "  ",
  words: { null: "null", true: "true", false: "false" },
  // Written plainly, this one name sets the prototype and makes no field.
  field: (name) => name === "__proto__" ? '["__proto__"]' : textLiteral(name),
};

/** Python. */
export const PYTHON: Dialect = {
  step: "    ",
  words: { null: "None", true: "True", false: "False" },
  field: textLiteral,
};

/**
 * Writes a text as a literal of either language.
 *
 * Both read every escape that JSON writes, and every character that JSON leaves as it is.
 */
export function textLiteral(text: string): string {
  return JSON.stringify(text);
}

/** Writes a JSON value over several lines, the first at `indent`, which holds spaces. */
export function valueLiteral(value: unknown, dialect: Dialect, indent = ""): string {
  if (typeof value === "string") return textLiteral(value);
  if (value === null) return dialect.words.null;
  if (typeof value === "boolean") return value ? dialect.words.true : dialect.words.false;
  if (typeof value !== "object") return JSON.stringify(value);
  const inner = indent + dialect.step;
  const lines = Array.isArray(value)
    ? value.map((item) => valueLiteral(item, dialect, inner))
    : Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .map(([name, item]) => `${dialect.field(name)}: ${valueLiteral(item, dialect, inner)}`);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  if (lines.length === 0) return `${open}${close}`;
  return `${open}\n${lines.map((line) => `${inner}${line},\n`).join("")}${indent}${close}`;
}
