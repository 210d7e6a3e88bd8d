/**
 * Examples of fields, taken from the example of the body that they are part of.
 *
 * A body's example stands beside its schema, so the values of a document's fields agree with each
 * other: price, slug and instant are those of one window. A field that no body shows declares
 * `examples` itself, or an object around it does.
 *
 * @module
 */
import { type NamedSchemas, type PlainSchema } from "./openapi_schema.ts";

/** What a reference to a named schema begins with. */
export const REFERENCE = "#/components/schemas/";

/**
 * A schema whose fields each have one of the values that the bodies have there. Declared examples
 * stay. Schemas that it refers to are replaced in `named`.
 */
export function withExamples(
  schema: PlainSchema,
  bodies: ReadonlyArray<unknown>,
  named: NamedSchemas,
): PlainSchema {
  const { $ref } = schema;
  if (typeof $ref === "string") {
    const whole = withExamples(resolve(schema, named), bodies, named);
    named.set($ref.slice(REFERENCE.length), whole);
    return schema;
  }
  const declared = listOf(schema["examples"]);
  const known = [...declared, ...bodies].filter((body) => fits(schema, body, named));
  if (isLeaf(schema, named)) {
    const example = known.find((body) => body !== null);
    return declared.length > 0 || example === undefined
      ? schema
      : { ...schema, examples: [example] };
  }
  const inner = (part: unknown, values: ReadonlyArray<unknown>) =>
    withExamples(asSchema(part), values, named);
  const { anyOf, items, properties, patternProperties } = schema;
  return {
    ...schema,
    ...(anyOf === undefined ? {} : { anyOf: listOf(anyOf).map((choice) => inner(choice, known)) }),
    ...(items === undefined ? {} : { items: inner(items, known.flat()) }),
    ...(properties === undefined ? {} : {
      properties: mapSchemas(
        properties,
        (field, name) =>
          inner(field, known.map(asSchema).flatMap((body) => name in body ? [body[name]] : [])),
      ),
    }),
    ...(patternProperties === undefined ? {} : {
      patternProperties: mapSchemas(
        patternProperties,
        (field) => inner(field, known.map(asSchema).flatMap((body) => Object.values(body))),
      ),
    }),
  };
}

/** Whether a schema has no fields inside. The values of a free map are no fields of ours. */
function isLeaf(schema: PlainSchema, named: NamedSchemas): boolean {
  const { anyOf, items, properties, patternProperties } = resolve(schema, named);
  const inner = [...listOf(anyOf), ...Object.values(asSchema(patternProperties))];
  return items === undefined && properties === undefined &&
    inner.every((one) => isLeaf(asSchema(one), named));
}

/** Whether a value is of a schema's type and, if it is an object, has the schema's constants. */
function fits(schema: PlainSchema, value: unknown, named: NamedSchemas): boolean {
  const resolved = resolve(schema, named);
  const { anyOf, type, properties, required } = resolved;
  if (anyOf !== undefined) return listOf(anyOf).some((one) => fits(asSchema(one), value, named));
  if ("const" in resolved) return value === resolved["const"];
  if (Array.isArray(resolved["enum"])) return resolved["enum"].includes(value);
  const isOfType = type === undefined || type === kindOf(value) ||
    (type === "integer" && Number.isInteger(value));
  if (!isOfType || type !== "object") return isOfType;
  const body = asSchema(value);
  return listOf(required).map(String).every((name) => {
    const field = asSchema(asSchema(properties)[name]);
    return name in body && (!("const" in field) || field["const"] === body[name]);
  });
}

/** The type of a value in the words of JSON Schema; `number` for integers too. */
function kindOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

function resolve(schema: PlainSchema, named: NamedSchemas): PlainSchema {
  const { $ref } = schema;
  return typeof $ref === "string" ? named.get($ref.slice(REFERENCE.length)) ?? {} : schema;
}

function mapSchemas(
  schemas: unknown,
  change: (schema: unknown, name: string) => PlainSchema,
): PlainSchema {
  return Object.fromEntries(
    Object.entries(asSchema(schemas)).map(([name, schema]) => [name, change(schema, name)]),
  );
}

function asSchema(value: unknown): PlainSchema {
  return typeof value === "object" && value !== null ? value as PlainSchema : {};
}

function listOf(value: unknown): ReadonlyArray<unknown> {
  return Array.isArray(value) ? value : [];
}
