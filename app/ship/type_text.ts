/**
 * Writes schemas as TypeScript.
 *
 * @module
 */
import { LEAGUES, PLATFORMS } from "../../core/game/mod.ts";
import { ASSETS, INTERVALS, KNOWN_ASSETS, PROVIDERS } from "../../core/market/mod.ts";
import type { Schema } from "./openapi_document.ts";

/** Declares a schema under its name. */
export function interfaceText(name: string, schema: Schema): string {
  const about = comment(schema.description);
  return schema.properties === undefined
    ? `${about}export type ${name} = ${typeOf(schema)};\n`
    : `${about}export interface ${name} {\n${fieldsOf(schema).join("")}}\n`;
}

/** Declares the fields of an object. */
export function fieldsOf({ properties = {}, required = [] }: Schema): ReadonlyArray<string> {
  return Object.entries(properties).map(([name, schema]) =>
    fieldText(name, typeOf(schema), {
      description: schema.description ?? onlyAlternative(schema)?.description,
      required: required.includes(name),
    })
  );
}

/** The one alternative besides null, which has the description. */
function onlyAlternative({ anyOf = [] }: Schema): Schema | undefined {
  const some = anyOf.filter(({ type }) => type !== "null");
  return some.length === 1 ? some[0] : undefined;
}

/** Declares a field. */
export function fieldText(
  name: string,
  type: string,
  { description, required }: {
    readonly description?: string | undefined;
    readonly required?: boolean;
  },
): string {
  const key = /^\w+$/.test(name) ? name : JSON.stringify(name);
  return `${comment(description)}readonly ${key}${required === true ? "" : "?"}: ${type};\n`;
}

/** Writes the type of a schema. */
export function typeOf(schema: Schema): string {
  const { $ref, anyOf, items, properties, patternProperties, const: only } = schema;
  if ($ref !== undefined) return $ref.split("/").at(-1) ?? "";
  if (anyOf !== undefined) return [...new Set(anyOf.map(typeOf))].join(" | ");
  if (only !== undefined) return JSON.stringify(only);
  if (schema.enum !== undefined) return unionOf(schema.enum);
  if (items !== undefined) {
    const item = typeOf(items);
    return isPair(schema) ? `readonly [${item}, ${item}]` : `ReadonlyArray<${item}>`;
  }
  if (properties !== undefined) return `{\n${fieldsOf(schema).join("")}}`;
  const values = Object.values(patternProperties ?? {})[0];
  if (values !== undefined) return `Readonly<Record<string, ${typeOf(values)}>>`;
  return TYPES.get(String(schema.type)) ?? "unknown";
}

/** Whether a list always has two items. */
export function isPair({ minItems, maxItems }: Schema): boolean {
  return minItems === 2 && maxItems === 2;
}

/** Unions that the client has a name for. */
export const NAMED_UNIONS: ReadonlyMap<string, ReadonlyArray<unknown>> = new Map<
  string,
  ReadonlyArray<unknown>
>([
  ["Asset", ASSETS],
  ["Interval", INTERVALS],
  ["LeagueCode", LEAGUES],
  ["PlatformCode", PLATFORMS],
  ["Provider", PROVIDERS],
]);

/** Schemas of which the client has the list of their values too. */
export const LISTED: ReadonlySet<string> = new Set(["OrderReason"]);

/** The file of legs of windows, without the ending. */
export const LEGS_FILE = "leg";
/** Schemas that are in another file than the first answer with them, in both clients. */
export const SCHEMA_FILES: ReadonlyMap<string, string> = new Map([
  ["Leg", LEGS_FILE],
  ["LegBasis", LEGS_FILE],
]);

/** What a service may be set to have besides. */
const OTHERS: ReadonlyMap<string, string> = new Map([
  [
    "Asset",
    KNOWN_ASSETS.filter((asset) => !ASSETS.includes(asset)).map((one) => ` | "${one}"`).join(""),
  ],
]);

/** Declares the named unions, each after a list of its values: `Asset` after `ASSETS`. */
export function namedUnionsText(schemas: Readonly<Record<string, Schema>>): string {
  const listed = [...LISTED].map((name) => [name, schemas[name]?.enum ?? []] as const);
  return [...NAMED_UNIONS, ...listed].map(([name, values]) => {
    const words = name.replace("Code", "").replace(/\B[A-Z]/, " $&");
    const list = `${words.replace(" ", "_").toUpperCase()}S`;
    return `/** Every ${words.toLowerCase()}, in the order of the service. */
export const ${list} = ${JSON.stringify(values)} as const;
export type ${name} = (typeof ${list})[number]${OTHERS.get(name) ?? ""};
`;
  }).join("\n");
}

/** Writes a union, with the name of the values that have one. */
function unionOf(values: ReadonlyArray<unknown>): string {
  const [name, named = []] = [...NAMED_UNIONS]
    .find(([, named]) => named.every((value) => values.includes(value))) ?? [];
  const others = values.filter((value) => !named.includes(value)).map((one) => JSON.stringify(one));
  return [...(name === undefined ? [] : [name]), ...others].join(" | ");
}

const TYPES: ReadonlyMap<string, string> = new Map([
  ["string", "string"],
  ["boolean", "boolean"],
  ["number", "number"],
  ["integer", "number"],
  ["null", "null"],
  // An instant of a body, in ISO 8601 or unix time.
  ["string,number", "string | number | Date"],
]);

/** Writes a text as a comment of lines that fit; nothing for no text. */
export function comment(text: string | undefined): string {
  if (text === undefined) return "";
  const lines = linesOf(text.replaceAll("*/", "* /"), 85);
  return lines.length === 1
    ? `/** ${lines[0]} */\n`
    : `/**\n${lines.map((line) => ` * ${line}\n`).join("")} */\n`;
}

/** Breaks a text into lines of so many characters at most. */
export function linesOf(text: string, columns: number): ReadonlyArray<string> {
  const lines: Array<string> = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > columns) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
