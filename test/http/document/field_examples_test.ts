/** Examples of parameters, headers and fields in both documents. @module */
import { describe, expect, test } from "bun:test";
import Ajv from "ajv";
import { openApiOf } from "../../../adapters/http/document/openapi.ts";
import { fees } from "../../../adapters/http/fee/fees.ts";
import { pluginOperations } from "../edge/quiet_plugin.ts";
import { prices } from "../../../adapters/http/price/prices.ts";
import { stream } from "../../../adapters/http/stream/stream.ts";
import { windows } from "../../../adapters/http/window/windows.ts";
import { service } from "../../../adapters/http/service/service.ts";
import { DOCUMENTED } from "../account/keyed_server.ts";
import { QUIET_EDGE } from "../edge/quiet_edge.ts";
import { STREAM_DOCUMENT } from "../stream/frame_schema.ts";

/** A part of a document, as a client reads it. */
interface Node {
  readonly [key: string]: unknown;
}

/** What must have an example. `at` points to its schema. */
interface Place {
  readonly at: string;
  readonly examples: ReadonlyArray<unknown>;
}

const DOCUMENT: Node = JSON.parse(JSON.stringify(openApiOf([
  ...pluginOperations(prices),
  ...pluginOperations(fees),
  ...pluginOperations(windows),
  ...pluginOperations((gate) => stream(gate, { upgrade: () => undefined })),
  ...DOCUMENTED,
  ...pluginOperations<never>((gate) => service(gate, QUIET_EDGE)),
], QUIET_EDGE)));

const CHOICES = ["anyOf", "oneOf", "allOf"];
const MAPS = ["properties", "patternProperties"];
const INNER = ["items", "additionalProperties"];

const asNode = (value: unknown): Node =>
  typeof value === "object" && value !== null ? value as Node : {};
const entriesOf = (value: unknown) => Object.entries(asNode(value));
const escape = (key: string) => key.replaceAll("~", "~0").replaceAll("/", "~1");

/** The schemas inside a schema, each with the pointer from there. */
function innerOf(schema: Node): ReadonlyArray<readonly [step: string, schema: Node]> {
  const listed = [...CHOICES, ...MAPS].flatMap((word) =>
    entriesOf(schema[word]).map(([key, one]) => [`${word}/${escape(key)}`, asNode(one)] as const)
  );
  const single = INNER.filter((word) => typeof schema[word] === "object")
    .map((word) => [word, asNode(schema[word])] as const);
  return [...listed, ...single];
}

/** The places of one document. A schema that is referred to is walked once. */
function placesOf(document: Node): ReadonlyArray<Place> {
  const seen = new Set<string>();
  const found = (ref: string): Node =>
    ref.slice(2).split("/").reduce((node, key) => asNode(node[key]), document);

  /** Whether no field has a name inside: the values of a free map are no fields. */
  function isLeaf(schema: Node): boolean {
    const { $ref, items, properties } = schema;
    if (typeof $ref === "string") return isLeaf(found($ref));
    return items === undefined && properties === undefined &&
      innerOf(schema).every(([, one]) => isLeaf(one));
  }

  function fieldsOf(schema: Node, at: string, isField = true): ReadonlyArray<Place> {
    const { $ref, examples } = schema;
    if (typeof $ref === "string") {
      if (seen.has($ref)) return [];
      seen.add($ref);
      return fieldsOf(found($ref), $ref, isField);
    }
    if (schema["type"] === "null") return [];
    if (!isLeaf(schema)) {
      return innerOf(schema).flatMap(([step, one]) => fieldsOf(one, `${at}/${step}`));
    }
    return isField ? [{ at, examples: Array.isArray(examples) ? examples : [] }] : [];
  }

  /** Everything in the document that has a schema of its own. */
  function* walk(node: Node, at: string): Generator<Place> {
    const { schema, payload, example } = node;
    if (schema !== undefined && ("in" in node || at.startsWith("#/components/headers/"))) {
      yield { at: `${at}/schema`, examples: example === undefined ? [] : [example] };
    } else if (schema !== undefined) {
      yield* fieldsOf(asNode(schema), `${at}/schema`, false);
    } else if (payload !== undefined) {
      yield* fieldsOf(asNode(payload), `${at}/payload`, false);
    } else {
      for (const [key, one] of entriesOf(node)) yield* walk(asNode(one), `${at}/${escape(key)}`);
    }
  }
  return [...walk(document, "#")];
}

function makeAjv(document: Node): Ajv {
  const ajv = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true });
  ajv.addFormat("date-time", /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{3})?Z$/);
  ajv.addFormat("date", /^\d{4}-\d{2}-\d{2}$/);
  ajv.addFormat("uri", (text) => URL.canParse(text));
  ajv.addFormat("uuid", /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  // The schemas are looked up inside the document, whose own keys are not JSON Schema keywords.
  ajv.addVocabulary(Object.keys(document));
  return ajv.addSchema(document, "document");
}

describe.each(
  [["OpenAPI", DOCUMENT, 400], ["AsyncAPI", STREAM_DOCUMENT as Node, 130]] as const,
)("the %s document", (_, document, countMin) => {
  const places = placesOf(document);

  test("has an example of every parameter, header and field", () => {
    expect(places.length).toBeGreaterThan(countMin);
    const without = places.filter(({ examples }) => examples.length === 0);
    expect(without.map(({ at }) => at)).toEqual([]);
  });

  test("has no example that its schema would refuse", () => {
    const ajv = makeAjv(document);
    const refused = places.flatMap(({ at, examples }) => {
      const check = ajv.compile({ $ref: `document${encodeURI(at)}` });
      return examples.filter((example) => !check(example)).map((example) => ({ at, example }));
    });
    expect(refused).toEqual([]);
  });
});
