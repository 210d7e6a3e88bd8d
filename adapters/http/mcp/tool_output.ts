/**
 * The output schemas of tools, made from the declarations of routes: JSON Schema 2020-12.
 *
 * They are ten times as long as the list of the tools, and a model can do without: so a program
 * that wants one reads it as a resource.
 *
 * @module
 */
import { type TSchema, Type } from "@sinclair/typebox";
import { type NamedSchemas, type PlainSchema, writeSchema } from "../document/openapi_schema.ts";
import { REFERENCE, withExamples } from "../document/schema_examples.ts";
import type { AnswerDoc } from "../document/operation.ts";
import { ToolError } from "./tool_result.ts";

const PLACE = "strikeline://output/";
const SCHEMA_TYPE = "application/schema+json";

/** How the resources are named. */
export const OUTPUT_TEMPLATE = {
  uriTemplate: `${PLACE}{tool}`,
  name: "output",
  title: "Output schema of a tool",
  description: "JSON Schema of the structured content that a tool answers",
  mimeType: SCHEMA_TYPE,
};

/** Returns what is read at the URI of each tool's output schema. */
export function outputResources(
  tools: ReadonlyArray<{ readonly name: string; readonly outputSchema: PlainSchema }>,
) {
  return new Map(
    tools.map(({ name, outputSchema }) => {
      const uri = PLACE + name;
      return [uri, { uri, mimeType: SCHEMA_TYPE, text: JSON.stringify(outputSchema) }];
    }),
  );
}

/** What of a route's answer is the output of a tool. */
type OutputDoc = Pick<AnswerDoc, "schema" | "example" | "otherExamples">;

/** Returns the output schema of a tool: the answer, or the error of a call that failed. */
export function toolOutput(
  { schema = Type.Object({}), example, otherExamples = [] }: OutputDoc,
): PlainSchema {
  const failed = plainSchema(ToolError, []);
  return { type: "object", anyOf: [plainSchema(schema, [example, ...otherExamples]), failed] };
}

/** Writes a schema, with examples from values of it, and with all that it refers to in place. */
function plainSchema(schema: TSchema, examples: ReadonlyArray<unknown>): PlainSchema {
  const named: NamedSchemas = new Map();
  const written = withExamples(writeSchema(schema, named), examples, named);
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
