/**
 * The input schemas of tools, made from the declarations of routes: JSON Schema 2020-12.
 *
 * Nothing is referred to, because many programs hand a schema to a model as it is. Nothing is in
 * it that the model can do without: shapes, lengths and other names are refused by the call, which
 * says what to send.
 *
 * @module
 */
import type { TObject, TSchema } from "@sinclair/typebox";
import type { PlainSchema } from "../document/openapi_schema.ts";
import { type Parameter, parametersOf } from "../edge/request/parameter.ts";
import { argumentText } from "./argument_text.ts";

/** Returns the input schema of a tool with these arguments. */
export function toolInput(parameters: ReadonlyArray<Parameter>): PlainSchema {
  return objectInput(parameters, (one) => {
    const value = valueInput(one.schema);
    const description = argumentText(one);
    return description === undefined ? value : { ...value, description };
  });
}

/** Returns the input schema of a tool whose arguments are the fields of a body. */
export function bodyInput(schema: TObject): PlainSchema {
  return toolInput(parametersOf("query", schema));
}

function objectInput(
  parameters: ReadonlyArray<Parameter>,
  write: (parameter: Parameter) => PlainSchema,
): PlainSchema {
  const required = parameters.filter((one) => one.required || one.in === "path");
  return {
    type: "object",
    properties: Object.fromEntries(parameters.map((one) => [one.name, write(one)])),
    ...(required.length === 0 ? {} : { required: required.map(({ name }) => name) }),
  };
}

/** Writes what a value can be. */
function valueInput(schema: TSchema): PlainSchema {
  const { type, enum: words, anyOf, maximum, maxItems, items, default: usual } = schema;
  // Tools take truth values as such.
  if (String(words) === "true,false") return { type: "boolean" };
  return withoutUnset({
    type: type ?? anyOf?.map((one: TSchema) => one["type"]),
    enum: words,
    ...(type === "integer" ? { maximum } : {}),
    maxItems,
    // Its fields are described where one is sent alone.
    items: items && objectInput(parametersOf("query", items), (one) => valueInput(one.schema)),
    default: usual === false ? undefined : usual,
  });
}

function withoutUnset(schema: PlainSchema): PlainSchema {
  return Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined));
}
