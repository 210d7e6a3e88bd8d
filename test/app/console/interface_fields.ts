/**
 * Reads the fields of an interface from its source, as types are gone when tests run.
 *
 * @module
 */

/** A field, as its interface declares it. */
export interface InterfaceField {
  readonly name: string;
  readonly isOptional: boolean;
  readonly isNullable: boolean;
  /** Of the object that it holds, alone or in a list; empty where it holds none. */
  readonly fields: ReadonlyArray<InterfaceField>;
}

/** Returns the fields of an interface of a source. Throws if the source has none of this name. */
export function interfaceFields(source: string, name: string): ReadonlyArray<InterfaceField> {
  const bare = source.replaceAll(/\/\*[^]*?\*\//g, "");
  const found = new RegExp(`\\binterface ${name}\\b[^{]*`).exec(bare);
  if (found === null) throw new Error(`no interface ${name}`);
  return fieldsOf(bodyAt(bare, found.index + found[0].length), bare);
}

/** The text between the brace at `open` and the one that closes it. */
function bodyAt(text: string, open: number): string {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === "{") depth++;
    else if (text[at] === "}" && --depth === 0) return text.slice(open + 1, at);
  }
  throw new Error("a brace is not closed");
}

function fieldsOf(body: string, source: string): ReadonlyArray<InterfaceField> {
  const fields: Array<InterfaceField> = [];
  const FIELD = /readonly "?(\w+)"?(\?)?:/g;
  for (let found = FIELD.exec(body); found !== null; found = FIELD.exec(body)) {
    const [, name = "", optional] = found;
    const type = typeAt(body, FIELD.lastIndex);
    FIELD.lastIndex += type.length;
    fields.push({
      name,
      isOptional: optional !== undefined,
      isNullable: /\bnull\b/.test(type.replaceAll(/\{[^]*\}/g, "")),
      fields: fieldsOfType(type, source),
    });
  }
  return fields;
}

/** The type of a field: up to its semicolon. */
function typeAt(body: string, start: number): string {
  let depth = 0;
  let at = start;
  for (; at < body.length && !(depth === 0 && body[at] === ";"); at++) {
    if (body[at] === "{") depth++;
    else if (body[at] === "}") depth--;
  }
  return body.slice(start, at);
}

function fieldsOfType(type: string, source: string): ReadonlyArray<InterfaceField> {
  const open = type.indexOf("{");
  if (open >= 0) return fieldsOf(bodyAt(type, open), source);
  const named = [...type.matchAll(/\b[A-Z]\w+/g)].map(([name]) => name)
    .find((name) => new RegExp(`\\binterface ${name}\\b`).test(source));
  return named === undefined ? [] : interfaceFields(source, named);
}
