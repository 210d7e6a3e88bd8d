/**
 * Writes the Python client's models, as `black` formats them.
 *
 * @module
 */
import type { Field, Model } from "./python_models.ts";
import { COMPUTED, INSTANTS } from "./python_names.ts";
import { linesOf } from "./type_text.ts";

/** The columns of a line. */
const COLUMNS = 100;

/** Writes a file of models: what it is about, what it imports, and those that are in it. */
export function pythonText(
  file: string,
  about: string,
  models: ReadonlyMap<string, Model>,
): string {
  const own = [...models].filter(([, model]) => model.file === file);
  const isAlone = own.every(([, model]) => "type" in model);
  const body = own.map(([name, model]) => `${isAlone ? "" : "\n"}\n${modelText(name, model)}`).join(
    "",
  );
  const names = own.map(([name]) => JSON.stringify(name)).sort();
  return `"""What the service sends about ${about}.

Made by \`bun run client-types\` from the service's documents: do not edit.
"""

${importsText(file, body, models)}
${listText("__all__ = [", names, "]")}${body}`;
}

function importsText(file: string, body: string, models: ReadonlyMap<string, Model>): string {
  const code = body.replaceAll(/^ *#.*$|"""[^]*?"""|"[^"\n]*"/gm, "");
  const isUsed = (name: string) => new RegExp(`\\b${name}\\b`).test(code);
  const standard = IMPORTS.map(([from, names]) => importText(from, names.filter(isUsed)));
  const others = [...models].filter(([name, model]) => model.file !== file && isUsed(name));
  const siblings = [...Map.groupBy(others, ([, model]) => model.file)]
    .sort(([one], [other]) => one < other ? -1 : 1)
    .map(([from, named]) => importText(`.${from}`, named.map(([name]) => name)));
  const computed = importText(".._core.decode", ["computed"].filter(isUsed));
  return [standard.join(""), computed + siblings.join("")].filter((text) => text !== "").join("\n");
}

const IMPORTS: ReadonlyArray<readonly [from: string, names: ReadonlyArray<string>]> = [
  ["collections.abc", ["Mapping"]],
  ["dataclasses", ["dataclass"]],
  ["datetime", ["date", "datetime", "timezone"]],
  ["decimal", ["Decimal"]],
  ["typing", ["Any", "Literal"]],
];

function importText(from: string, names: ReadonlyArray<string>): string {
  if (names.length === 0) return "";
  const line = `from ${from} import ${[...names].sort().join(", ")}\n`;
  return line.length <= COLUMNS + 1
    ? line
    : listText(`from ${from} import (`, [...names].sort(), ")");
}

/** On one line, or one line for each. */
function listText(head: string, items: ReadonlyArray<string>, tail: string, indent = ""): string {
  const line = `${indent}${head}${items.join(", ")}${tail}\n`;
  if (line.length <= COLUMNS + 1) return line;
  return `${indent}${head}\n${
    items.map((item) => `${indent}    ${item},\n`).join("")
  }${indent}${tail}\n`;
}

function modelText(name: string, model: Model): string {
  return "fields" in model
    ? classText(name, model.about, model.fields)
    : aliasText(name, model.about, model.type);
}

function aliasText(name: string, about: string | undefined, type: string): string {
  const line = assigned(`${name} = `, type);
  const members = type.split(" | ").map((member, index) =>
    `    ${index === 0 ? "" : "| "}${member}\n`
  );
  const union = `${name} = (\n${members.join("")})\n`;
  return comment(about, name) + (line.length > COLUMNS && type.includes(" | ") ? union : line);
}

/** A name and its type or value, on one line if it fits. */
function assigned(head: string, type: string, tail = "", indent = ""): string {
  const [, start = "", items, end = ""] = /^(.*Literal\[)(.*)(\].*)$/.exec(type) ?? [];
  return items === undefined
    ? `${indent}${head}${type}${tail}\n`
    : listText(head + start, items.split(", "), end + tail, indent);
}

function classText(
  name: string,
  about: string | undefined,
  fields: ReadonlyMap<string, Field>,
): string {
  const sorted = [...fields].sort(([, one], [, other]) => hasFallback(one) - hasFallback(other));
  const properties = [...fields.keys()].flatMap((field) => {
    const property = INSTANTS.get(`${name}.${field}`);
    return property === undefined ? [] : [propertyText(property, field)];
  });
  return `@dataclass(frozen=True, slots=True)
class ${name}:
${docstring(about)}${sorted.map(([field, one]) => fieldText(field, one)).join("")}${
    COMPUTED.get(name) ?? ""
  }${properties.join("")}`;
}

function hasFallback({ fallback }: Field): number {
  return fallback === undefined ? 0 : 1;
}

function fieldText(name: string, { type, about, fallback }: Field): string {
  const isNullable = fallback === "None" && !/\| None$/.test(type);
  const whole = isNullable ? `${type} | None` : type;
  const tail = fallback === undefined ? "" : ` = ${fallback}`;
  return comment(about, type, INDENT) + assigned(`${name}: `, whole, tail, INDENT);
}

const INDENT = "    ";

function propertyText(property: string, field: string): string {
  const seconds = field.endsWith("_ms") ? `self.${field} / 1000` : `self.${field}`;
  return `
    @property
    def ${property}(self) -> datetime:
        """The instant of \`${field}\`."""
        return datetime.fromtimestamp(${seconds}, timezone.utc)
`;
}

/** A comment for a field, unless it says no more than the name of its type. */
function comment(text: string | undefined, type: string, indent = ""): string {
  if (text === undefined || text === type) return "";
  const head = `${indent}#: `;
  return linesOf(sentence(text), COLUMNS - head.length).map((line) => `${head}${line}\n`).join("");
}

function docstring(text: string | undefined): string {
  if (text === undefined) return "";
  const line = `${INDENT}"""${sentence(text)}"""\n`;
  if (line.length <= COLUMNS + 1) return `${line}\n`;
  const [first = "", ...more] = sentence(text).split(/(?<=\.) (?=[A-Z\`])/);
  const rest = more.join(" ");
  const lines = [`"""${first}`, ...(rest === "" ? [] : ["", rest])];
  const wrapped = lines.flatMap((part) => part === "" ? [""] : linesOf(part, COLUMNS - 4));
  return `${
    wrapped.map((part) => part === "" ? "\n" : `${INDENT}${part}\n`).join("")
  }${INDENT}"""\n\n`;
}

function sentence(text: string): string {
  return text.endsWith(".") ? text : `${text}.`;
}
