/**
 * Schemas as the document carries them: one that has a name is written once and referred to.
 *
 * @module
 */
import { type TSchema } from "@sinclair/typebox";

/** A schema as plain JSON. */
export type PlainSchema = Readonly<Record<string, unknown>>;

/** The named schemas of a document. */
export type NamedSchemas = Map<string, PlainSchema>;

/** A schema without what only TypeBox needs. Named ones go to `named`, at any depth. */
export function writeSchema(schema: TSchema, named: NamedSchemas): PlainSchema {
  const { $id, ...rest } = schema;
  const write = () => asEnum(writeValue(rest, named) as PlainSchema);
  if ($id === undefined) return write();
  if (!named.has($id)) named.set($id, write());
  return { $ref: `#/components/schemas/${$id}` };
}

function writeValue(value: unknown, named: NamedSchemas): unknown {
  if (Array.isArray(value)) return value.map((item) => writeValue(item, named));
  if (typeof value !== "object" || value === null) return value;
  if ("$id" in value) return writeSchema(value as TSchema, named);
  return asEnum(Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, writeValue(item, named)]),
  ));
}

/** A choice between constant texts is easier to read as one list. */
function asEnum(schema: PlainSchema): PlainSchema {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const words: ReadonlyArray<unknown> = anyOf.map((choice) => choice["const"]);
  const isText = words.every((word) => typeof word === "string");
  return isText ? { ...rest, type: "string", enum: words } : schema;
}
