/**
 * Renders the fields of a JSON schema as HTML: name, type, bounds and description.
 *
 * @module
 */
import { inlineHtml } from "./markdown.ts";
import { type PlainSchema } from "./openapi_schema.ts";

/** Returns a table of an object's fields. Fields of nested objects follow, by their path. */
export function fieldTable(schema: PlainSchema): string {
  const rows = fieldRows(schema, "");
  return rows.length === 0 ? "" : `<div class="wide"><table>
<thead><tr><th>Field</th><th>Type</th><th>Meaning</th></tr></thead>
<tbody>
${rows.join("\n")}
</tbody>
</table></div>`;
}

function fieldRows(schema: PlainSchema, path: string): ReadonlyArray<string> {
  const required = asList(schema["required"]);
  return Object.entries(asSchema(schema["properties"])).flatMap(([name, field]) => {
    const of = asSchema(field);
    const mark = required.includes(name) ? "" : ` <span class="soft">optional</span>`;
    const text = typeof of["description"] === "string" ? inlineHtml(of["description"]) : "";
    const row = `<tr><td><code>${Bun.escapeHTML(path + name)}</code>${mark}</td>` +
      `<td>${typeHtml(of)}</td><td>${text}</td></tr>`;
    return [row, ...fieldRows(innerOf(of), `${path}${name}${isArray(of) ? "[]" : ""}.`)];
  });
}

/** Returns the schema of the objects inside a field. */
function innerOf(schema: PlainSchema): PlainSchema {
  return isArray(schema) ? innerOf(asSchema(schema["items"])) : schema;
}

/** Returns the type of a value, as HTML. */
export function typeHtml(schema: PlainSchema): string {
  const { $ref, anyOf, type } = schema;
  if (typeof $ref === "string") {
    const name = $ref.slice($ref.lastIndexOf("/") + 1);
    return `<a href="#schema-${encodeURIComponent(name)}">${Bun.escapeHTML(name)}</a>`;
  }
  if (Array.isArray(anyOf)) return anyOf.map((one) => typeHtml(asSchema(one))).join(" or ");
  if ("const" in schema) return codeHtml(schema["const"]);
  if (Array.isArray(schema["enum"])) return schema["enum"].map(codeHtml).join(", ");
  if (isArray(schema)) return `list of ${typeHtml(asSchema(schema["items"]))}`;
  const kind = typeof schema["format"] === "string" ? schema["format"] : String(type ?? "any");
  return `${Bun.escapeHTML(kind)}${boundsHtml(schema)}`;
}

/** The text of each bound; `_` is its value. */
const BOUNDS: ReadonlyArray<readonly [name: string, text: string]> = [
  ["minimum", "from _"],
  ["exclusiveMinimum", "above _"],
  ["maximum", "up to _"],
  ["exclusiveMaximum", "below _"],
  ["minLength", "at least _ characters"],
  ["maxLength", "up to _ characters"],
  ["pattern", "like _"],
];

function boundsHtml(schema: PlainSchema): string {
  return BOUNDS.filter(([name]) => name in schema && schema[name] !== Number.MAX_SAFE_INTEGER)
    .map(([name, text]) => `, ${text.replace("_", () => codeHtml(schema[name]))}`).join("");
}

function codeHtml(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return `<code>${Bun.escapeHTML(text)}</code>`;
}

function isArray(schema: PlainSchema): boolean {
  return schema["type"] === "array";
}

function asSchema(value: unknown): PlainSchema {
  return typeof value === "object" && value !== null ? value as PlainSchema : {};
}

function asList(value: unknown): ReadonlyArray<unknown> {
  return Array.isArray(value) ? value : [];
}
