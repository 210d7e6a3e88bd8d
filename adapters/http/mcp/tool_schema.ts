/**
 * The schemas of tools, made from the declarations of routes: JSON Schema 2020-12.
 *
 * Nothing is referred to, because many programs hand a schema to a model as it is.
 *
 * @module
 */
import { type TSchema, Type } from "@sinclair/typebox";
import { bodyExample, parameterExample } from "../document/openapi.ts";
import { type NamedSchemas, type PlainSchema, writeSchema } from "../document/openapi_schema.ts";
import { REFERENCE, withExamples } from "../document/schema_examples.ts";
import { type LiveExamples } from "../edge/request/live_example.ts";
import { type Parameter } from "../edge/request/parameter.ts";
import type { AnswerDoc, BodyDoc } from "../document/operation.ts";
import { ToolError } from "./tool_result.ts";

/** Returns the input schema of a tool whose arguments are query parameters. */
export function queryInput(parameters: ReadonlyArray<Parameter>, live: LiveExamples): PlainSchema {
  const named: NamedSchemas = new Map();
  const written = parameters.map((parameter) => {
    const { name, schema, description } = parameter;
    const { description: ofValue, ...plain } = writeSchema(schema, named);
    const text = typeof ofValue === "string" ? `${description}. ${ofValue}` : description;
    return [name, { ...plain, description: text, examples: [parameterExample(parameter, live)] }];
  });
  const isRequired = (one: Parameter) => one.required || one.in === "path";
  const example = parameters.filter((one) => isRequired(one) || one.isSuggested === true)
    .map((parameter) => [parameter.name, parameterExample(parameter, live)]);
  return {
    type: "object",
    properties: Object.fromEntries(written),
    required: parameters.filter(isRequired).map(({ name }) => name),
    additionalProperties: false,
    examples: [Object.fromEntries(example)],
  };
}

/** Returns the input schema of a tool whose arguments are the fields of a body. */
export function bodyInput(
  body: Pick<BodyDoc, "schema" | "example"> & Partial<BodyDoc>,
  live: LiveExamples,
): PlainSchema {
  const example = bodyExample(body, live);
  const schema = plainSchema(body.schema, example);
  return { ...schema, additionalProperties: false, examples: [example] };
}

/** What of a route's answer is the output of a tool. */
type OutputDoc = Pick<AnswerDoc, "schema" | "example">;

/**
 * Returns the output schema of a tool: the answer, or the error of a call that failed. Programs
 * check the structured content of both against it.
 */
export function toolOutput({ schema = Type.Object({}), example }: OutputDoc): PlainSchema {
  const failed = plainSchema(ToolError, undefined);
  return { type: "object", anyOf: [plainSchema(schema, example), failed] };
}

/** Writes a schema, with examples from a value of it, and with all that it refers to in place. */
function plainSchema(schema: TSchema, example: unknown): PlainSchema {
  const named: NamedSchemas = new Map();
  const written = withExamples(writeSchema(schema, named), [example], named);
  return inPlace(written, named) as PlainSchema;
}

function inPlace(value: unknown, named: NamedSchemas): unknown {
  if (Array.isArray(value)) return value.map((item) => inPlace(item, named));
  if (typeof value !== "object" || value === null) return value;
  if ("$ref" in value) {
    const { $ref, ...beside } = value as Readonly<Record<string, unknown>>;
    const whole = named.get(String($ref).slice(REFERENCE.length));
    return inPlace({ ...whole, ...beside }, named);
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, inPlace(item, named)]),
  );
}
