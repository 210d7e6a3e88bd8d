/** How examples of fields are taken from examples of bodies. @module */
import { describe, expect, test } from "bun:test";
import {
  type NamedSchemas,
  type PlainSchema,
} from "../../../adapters/http/document/openapi_schema.ts";
import { withExamples } from "../../../adapters/http/document/schema_examples.ts";

describe("a field", () => {
  const fieldOf = (schema: PlainSchema, ...values: ReadonlyArray<unknown>) => {
    const whole = { type: "object", properties: { field: schema } };
    const bodies = values.map((field) => ({ field }));
    return (withExamples(whole, bodies, new Map())["properties"] as PlainSchema)["field"];
  };

  test.each<[string, PlainSchema, ReadonlyArray<unknown>, unknown]>([
    ["a value that is not null", { anyOf: [{ type: "number" }, { type: "null" }] }, [null, 2], 2],
    ["a value of its type", { type: "integer" }, ["1", 1.5, true, 2], 2],
    ["a value of its list", { type: "string", enum: ["a"] }, ["b", "a"], "a"],
    ["its constant", { const: true }, [false, true], true],
    ["an object if it is a free map", { type: "object", patternProperties: { "^.*$": {} } }, [
      null,
      ["a"],
      { any: 1 },
    ], { any: 1 }],
  ])("shows %s", (_, schema, values, example) => {
    expect(fieldOf(schema, ...values)).toEqual({ ...schema, examples: [example] });
  });

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

  test("of a list, a map or a named schema takes the value of an item", () => {
    const count = { type: "object", properties: { count: { type: "integer" } } };
    const shown = { type: "object", properties: { count: { type: "integer", examples: [3] } } };
    expect(fieldOf({ type: "array", items: count }, [], [{}, { count: 3 }]))
      .toEqual({ type: "array", items: shown });
    expect(fieldOf({ type: "object", patternProperties: { "^.*$": count } }, { a: { count: 3 } }))
      .toEqual({ type: "object", patternProperties: { "^.*$": shown } });
    const named: NamedSchemas = new Map([["Count", count]]);
    const reference = { $ref: "#/components/schemas/Count" };
    expect(withExamples(reference, [{ count: 3 }, { count: 4 }], named)).toEqual(reference);
    expect(withExamples(reference, [{ count: 5 }], named)).toEqual(reference);
    expect(named).toEqual(new Map([["Count", shown]]));
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
