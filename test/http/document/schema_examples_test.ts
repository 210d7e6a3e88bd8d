/** How examples of fields are taken from examples of bodies. @module */
import { describe, expect, test } from "bun:test";
import { type PlainSchema } from "../../../adapters/http/document/openapi_schema.ts";
import { withExamples } from "../../../adapters/http/document/schema_examples.ts";

describe("a field", () => {
  const fieldOf = (schema: PlainSchema, ...values: ReadonlyArray<unknown>) => {
    const whole = { type: "object", properties: { field: schema } };
    const bodies = values.map((field) => ({ field }));
    return (withExamples(whole, bodies, new Map())["properties"] as PlainSchema)["field"];
  };

  test("keeps its declared examples, and has none if no body contains it", () => {
    const own = { type: "string", examples: ["own", "also"] };
    expect(fieldOf(own, "other")).toEqual(own);
    expect(fieldOf({ type: "string" })).toEqual({ type: "string" });
  });

  test("inside an object takes its value from an example of that object", () => {
    const object = { type: "object", properties: { name: { type: "string" } } };
    expect(fieldOf({ ...object, examples: [{ name: "KC" }] }, { name: "IND" }))
      .toHaveProperty("properties.name.examples", ["KC"]);
  });

  test("of a choice takes its value only from an object that can be that choice", () => {
    const choice = (properties: PlainSchema) => ({
      type: "object",
      required: Object.keys(properties),
      properties: { ...properties, n: { type: "integer" } },
    });
    const shown = (schema: PlainSchema, values: ReadonlyArray<unknown>) =>
      [0, 1].map((index) => {
        const { anyOf } = fieldOf(schema, ...values) as {
          readonly anyOf: ReadonlyArray<{ readonly properties: { readonly n: PlainSchema } }>;
        };
        return anyOf[index]?.properties.n["examples"];
      });
    const byKind = { anyOf: [choice({ kind: { const: "a" } }), choice({ kind: { const: "b" } })] };
    expect(shown(byKind, [{ kind: "b", n: 2 }, { kind: "a", n: 1 }])).toEqual([[1], [2]]);
    const byName = { anyOf: [choice({ first: {} }), choice({ second: {} })] };
    expect(shown(byName, [{ second: 0, n: 2 }])).toEqual([undefined, [2]]);
  });
});
