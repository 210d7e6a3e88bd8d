/**
 * Which dataclasses the Python client has of the service's documents.
 *
 * @module
 */
import { KNOWN_ASSETS } from "../../core/market/mod.ts";
import type { Schema } from "./openapi_document.ts";
import { isPair, SCHEMA_FILES } from "./type_text.ts";
import { ABOUT, ALIASES, CLASSES, DEFAULTS, NUMBERS } from "./python_names.ts";

/** A schema of which there are models: an answer, or a frame of the stream. */
export interface Root {
  /** Where its models are, without the ending. */
  readonly file: string;
  /** The request or the frame. */
  readonly name: string;
  readonly about: string;
  readonly schema: Schema;
  /** The schemas of its document, by name. */
  readonly schemas: Readonly<Record<string, Schema>>;
}

/** A field of a dataclass. */
export interface Field {
  readonly type: string;
  readonly about: string | undefined;
  /** What it is where it is not sent; undefined where it always is. */
  readonly fallback: string | undefined;
}

/** A dataclass, a union of dataclasses, or a name for values. */
export type Model = {
  /** Where it is, without the ending. */
  readonly file: string;
  readonly about: string | undefined;
} & ({ readonly fields: ReadonlyMap<string, Field> } | { readonly type: string });

/** Where a schema is, and the models that were found before it. */
interface Place {
  readonly models: Map<string, Model>;
  readonly root: Root;
  /** The class whose field this is; the request or frame of an answer. */
  readonly owner: string;
  readonly field: string;
  readonly about: string | undefined;
}

/** The file of the names of values. */
export const NAMES_FILE = "names";
/** The files of the stream's frames: of its answers, and of the events that it pushes. */
export const FRAMES_FILE = "frame";
export const EVENTS_FILE = "event";
/** The file of those events that are of one wallet. */
export const WALLET_EVENTS_FILE = "wallet_event";
const STREAM_FILES: ReadonlySet<string> = new Set([
  FRAMES_FILE,
  EVENTS_FILE,
  WALLET_EVENTS_FILE,
]);

/** Returns the models of these schemas, by name; each after those that it refers to. */
export function pythonModels(roots: ReadonlyArray<Root>): ReadonlyMap<string, Model> {
  const models = new Map<string, Model>();
  const types = roots.map((root) => {
    const { file, name, about } = root;
    return { file, type: typeOf(root.schema, { models, root, owner: name, field: name, about }) };
  });
  const frames = types.filter(({ file }) => STREAM_FILES.has(file)).map(({ type }) => type);
  const about = "Whatever the service sends on the stream";
  models.set("Frame", { file: FRAMES_FILE, about, type: frames.join(" | ") });
  return models;
}

/** Returns the type of a value, and adds the models that it is made of. */
function typeOf(schema: Schema, place: Place): string {
  const { $ref, anyOf, items, patternProperties, const: only } = schema;
  if ($ref !== undefined) return namedType($ref.split("/").at(-1) ?? "", place);
  if (anyOf !== undefined) return unionOf(anyOf, place);
  if (schema.properties !== undefined) return classOf(nameAt(place), schema, place);
  // What is said of a list or a map is not said of its items.
  const inner = { ...place, about: undefined };
  if (items !== undefined) {
    const item = typeOf(items, inner);
    return isPair(schema) ? `tuple[${item}, ${item}]` : `tuple[${item}, ...]`;
  }
  if (patternProperties !== undefined) {
    return `Mapping[str, ${typeOf(Object.values(patternProperties)[0] ?? {}, inner)}]`;
  }
  if (schema.enum !== undefined) return enumOf(schema.enum, schema, place);
  const number = schema.type === "string" ? found(NUMBERS, place) : undefined;
  if (number !== undefined) return number;
  if (typeof only === "string") return literal([only]);
  if (typeof only === "number") return "int";
  return TYPES.get(schema.format ?? "") ?? TYPES.get(String(schema.type)) ?? "Any";
}

const TYPES: ReadonlyMap<string, string> = new Map([
  ["date-time", "datetime"],
  ["date", "date"],
  ["string", "str"],
  ["boolean", "bool"],
  ["number", "Decimal"],
  ["integer", "int"],
  ["object", "Mapping[str, Any]"],
]);

function namedType(name: string, place: Place): string {
  const schema = place.root.schemas[name];
  if (schema === undefined) throw new Error(`There is no schema ${name}`);
  if (schema.anyOf !== undefined) return typeOf(schema, { ...place, field: name });
  if (schema.properties === undefined) return typeOf(schema, place);
  const root = { ...place.root, file: SCHEMA_FILES.get(name) ?? place.root.file };
  return classOf(found(CLASSES, place) ?? CLASSES.get(name) ?? name, schema, { ...place, root });
}

function unionOf(members: ReadonlyArray<Schema>, place: Place): string {
  const some = members.filter(({ type }) => type !== "null");
  const none = some.length < members.length ? ["None"] : [];
  return [unionOfSome(some, place), ...none].join(" | ");
}

function unionOfSome(members: ReadonlyArray<Schema>, place: Place): string {
  const resolved = members.map((member) => resolve(member, place.root));
  const all = (values: ReadonlyArray<unknown>) => values.length > 1 && !values.includes(undefined);
  if (all(resolved.map(({ properties }) => properties?.["kind"]?.const))) {
    return taggedUnion(resolved, place);
  }
  const constants = resolved.map(({ const: only }) => only);
  if (all(constants)) return literal(constants);
  const types = resolved.map(({ type }) => type);
  if (types.includes("string") && types.includes("number")) {
    return place.field === "id" ? "int | str" : "str | Decimal";
  }
  return [...new Set(members.map((member) => typeOf(member, place)))].join(" | ");
}

/** One class a kind, and one for kinds that a newer service has. */
function taggedUnion(members: ReadonlyArray<Schema>, place: Place): string {
  const { models } = place;
  const union = nameAt(place);
  const kindName = (kind: unknown) => `${pascal(String(kind))}${union}`;
  const names = members.map((member) =>
    classOf(kindName(member.properties?.["kind"]?.const), member, place)
  );
  const other = { properties: { kind: { type: "string" } }, required: ["kind"] };
  const type = [...names, classOf(kindName("other"), other, place)].join(" | ");
  models.set(union, { ...(models.get(union) ?? modelAt(place, union, {})), type });
  return union;
}

/** A name for the values, if there is one. */
function enumOf(values: ReadonlyArray<unknown>, schema: Schema, place: Place): string {
  const { models } = place;
  // A service may be set to serve others of the assets.
  const isOfAssets = values.every((value) => KNOWN_ASSETS.some((asset) => asset === value));
  const type = literal(isOfAssets ? KNOWN_ASSETS : values);
  const known = [...models].find(([, model]) => "type" in model && model.type === type);
  const name = found(ALIASES, place);
  if (known !== undefined) return known[0];
  if (name === undefined || models.has(name)) return type;
  const about = inPython(schema.description ?? place.about);
  models.set(name, { file: NAMES_FILE, about, type });
  return name;
}

/** Declares a class. One that several schemas share has the fields of all of them. */
function classOf(name: string, schema: Schema, place: Place): string {
  const { models } = place;
  const fields = fieldsOf(name, schema, place);
  const known = models.get(name);
  const shared = known !== undefined && "fields" in known
    ? shareFields(name, known.fields, fields)
    : fields;
  models.set(name, { ...(known ?? modelAt(place, name, schema)), fields: shared });
  return name;
}

function fieldsOf(
  owner: string,
  { properties = {}, required = [] }: Schema,
  { models, root }: Place,
): ReadonlyMap<string, Field> {
  return new Map(
    Object.entries(properties).map(([wire, property]) => {
      const place = { models, root, owner, field: snake(wire), about: aboutOf(property, root) };
      const type = typeOf(property, place);
      const lenient = DEFAULTS.get(`${owner}.${place.field}`) ?? DEFAULTS.get(owner);
      const absent = DEFAULTS.get(place.field) ?? (property.const === true ? "False" : "None");
      const fallback = lenient ?? (required.includes(wire) ? undefined : absent);
      return [place.field, { type, about: aboutField(type, place), fallback }];
    }),
  );
}

/** What a field is about, unless its type says that already. */
function aboutField(type: string, place: Place): string | undefined {
  const about = inPython(place.about);
  if (about === place.models.get(type.replace(/ \| None$/, ""))?.about) return undefined;
  // That it is sent as text is no news of a number.
  return found(NUMBERS, place) === type ? about?.replace(/, [^,]*\btext\b[^,]*$/, "") : about;
}

/** A class that lies in the file of the first root that has it. */
function modelAt({ root, owner, about }: Place, name: string, { description }: Schema) {
  const said = owner === root.name ? about : description ?? about;
  return { file: root.file, about: inPython(ABOUT.get(name) ?? said) };
}

function shareFields(
  name: string,
  known: ReadonlyMap<string, Field>,
  more: ReadonlyMap<string, Field>,
): ReadonlyMap<string, Field> {
  return new Map([...known, ...more].map(([field]) => {
    const [one, other] = [known.get(field), more.get(field)];
    const some = one ?? other;
    if (
      some === undefined || (one !== undefined && other !== undefined && one.type !== other.type)
    ) {
      throw new Error(`${name}.${field} is ${one?.type} and ${other?.type}: see CLASSES`);
    }
    const isAlways = one !== undefined && other !== undefined;
    const fallback = one?.fallback ?? other?.fallback ?? (isAlways ? undefined : "None");
    return [field, { ...some, fallback }];
  }));
}

function resolve(schema: Schema, { schemas }: Root): Schema {
  return schemas[schema.$ref?.split("/").at(-1) ?? ""] ?? schema;
}

/** What is said of a field: beside it, or of its values alone. A class says itself what it is. */
function aboutOf(schema: Schema, root: Root): string | undefined {
  const some = schema.anyOf?.filter(({ type }) => type !== "null") ?? [];
  const only = some.length === 1 ? some[0] ?? schema : schema;
  const named = resolve(only, root);
  const ofValues = named.properties === undefined ? named.description : undefined;
  return schema.description ?? only.description ?? ofValues;
}

function found(table: ReadonlyMap<string, string>, { owner, field }: Place): string | undefined {
  return table.get(`${owner}.${field}`) ?? table.get(field);
}

function nameAt(place: Place): string {
  return found(CLASSES, place) ?? pascal(place.field);
}

function literal(values: ReadonlyArray<unknown>): string {
  return `Literal[${values.map((value) => JSON.stringify(value)).join(", ")}]`;
}

function pascal(text: string): string {
  return text.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** The client reads a field under its own name, and in camelCase. */
function snake(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A description with the names that Python has for null and for fields. */
function inPython(text: string | undefined): string | undefined {
  return text?.replaceAll(/\b[Nn]ull\b/g, "None")
    .replaceAll(/`([a-z]+[A-Z]\w*)`(?!:)/g, (_, name: string) => `\`${snake(name)}\``);
}
