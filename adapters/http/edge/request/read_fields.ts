/**
 * Reads the fields of a request as their schema declares them, and makes every refusal of one.
 *
 * @module
 */
import { OptionalKind, type Static, type TObject, type TSchema, Type } from "@sinclair/typebox";
import { Result } from "effect";
import { isJsonObject, sentFields } from "../../../../core/json/mod.ts";
import { withNearest } from "../../../../core/nearest_name.ts";
import type { RequestRejected } from "../../../../core/request.ts";
import {
  askFor,
  type ExclusiveFields,
  exclusivesOf,
  type ReadAt,
  readerOf,
  type ReadValue,
  refuse,
  refuseWhole,
} from "../../wire/kind.ts";

/** Values by field name, as a handler gets them. */
export type Fields = Readonly<Record<string, unknown>>;

/** Values by field name, as they were sent: a map, because their names are the caller's. */
export type SentFields = ReadonlyMap<string, unknown>;

/** Reads the fields of one object. */
export type ReadFields<Values = Fields> = (
  sent: SentFields,
  nowMs: number,
) => Result.Result<Values, RequestRejected>;

/** Where fields stand: it decides how one that is missing or unknown is refused. */
type Place = "query" | "body" | "message";

/** Compiles the reader of a strict object; of one without fields, if none is declared. */
export function compileFields<S extends TSchema>(
  schema: S | undefined,
  place: Place,
): ReadFields<Static<S> & Fields> {
  const read = compileObject((schema ?? NO_FIELDS) as TObject, place);
  return (sent, nowMs) =>
    read(sent, "", nowMs) as Result.Result<Static<S> & Fields, RequestRejected>;
}

/** Compiles the reader of one field, which is wanted although others may be refused. */
export function compileField<S extends TSchema>(name: string, schema: S) {
  const read = compileValue(schema) as ReadValue<Static<S>>;
  return (sent: SentFields, nowMs: number) =>
    sent.has(name) ? read(sent.get(name), { name, nowMs }) : Result.succeed(undefined);
}

/**
 * Compiles the reader of one of several messages, which constants of these names tell apart.
 * `example` is shown to whoever sends another word.
 */
export function compileMessages<S extends TObject>(
  schemas: ReadonlyArray<S>,
  { names: [name = "", ...names], example }: {
    readonly names: ReadonlyArray<string>;
    readonly example: string;
  },
): ReadFields<Static<S> & Fields> {
  const [only, ...others] = schemas;
  if (others.length === 0) return compileFields(only, "message");
  const byWord = Map.groupBy(schemas, ({ properties }): unknown => properties[name]?.["const"]);
  const words = [...byWord.keys()].map(String);
  const readers = new Map(
    [...byWord].map(([word, some]) => [word, compileMessages(some, { names, example })]),
  );
  return (sent, nowMs) => {
    const word = sent.get(name) ?? "";
    const read = readers.get(word);
    if (read !== undefined) return read(sent, nowMs);
    const known = `Use one of ${words.join(", ")}, such as ${example}`;
    const hint = typeof word === "string" ? withNearest(word, words, known) : known;
    return refuseWhole({ name }, word, hint);
  };
}

const NO_FIELDS = Type.Object({});

function compileObject(schema: TObject, place: Place) {
  const fields = Object.entries(schema.properties).map(([name, schema]) => ({
    name,
    schema,
    isRequired: !(OptionalKind in schema),
    read: compileValue(schema),
  }));
  const known = Object.keys(schema.properties);
  const isKnown = new Set(known);
  const exclusives = exclusivesOf(schema);

  return (sent: SentFields, under: string, nowMs: number): ReturnType<ReadFields> => {
    for (const name of sent.keys()) {
      if (!isKnown.has(name)) return unknownField(place, under, name, known);
    }
    for (const exclusive of exclusives) {
      const refused = refuseExclusive(schema, exclusive, { sent, place });
      if (refused !== undefined) return refused;
    }
    const values: Record<string, unknown> = {};
    for (const { name, schema, isRequired, read } of fields) {
      const value = sent.get(name);
      if (value === undefined) {
        if (isRequired) return missingField(under + name, askFor(schema));
        continue;
      }
      const found = read(value, { name: under + name, nowMs });
      if (Result.isFailure(found)) return Result.fail(found.failure);
      values[name] = found.success;
    }
    return Result.succeed(values);
  };
}

/** Compiles the reader of a value: a kind reads itself, objects and lists are read inside. */
function compileValue(schema: TSchema): ReadValue {
  const read = readerOf(schema);
  if (read !== undefined) return read;
  if ("const" in schema) {
    const ask = `Send ${JSON.stringify(schema["const"])}`;
    return (value, at) =>
      value === schema["const"] ? Result.succeed(value) : refuse(at, value, ask);
  }
  if (schema["type"] === "object") {
    const readInside = compileObject(schema as TObject, "body");
    return (value, at) =>
      isJsonObject(value)
        ? readInside(sentFields(value), `${at.name}.`, at.nowMs)
        : refuse(at, value, "Send an object");
  }
  if (schema["type"] === "array") {
    const readItem = compileValue(schema["items"]);
    const { minItems: least = 0, maxItems: most = Infinity } = schema;
    const ask = most === Infinity ? "Send a list" : `Send a list of ${least} to ${most} items`;
    return (value, at) =>
      Array.isArray(value) && value.length >= least && value.length <= most
        ? Result.all(value.map((item, index) => readItem(item, itemAt(at, index))))
        : refuse(at, Array.isArray(value) ? `${value.length} items` : value, ask);
  }
  throw new Error(`Declare a kind in place of ${JSON.stringify(schema)}`);
}

function itemAt({ name, nowMs }: ReadAt, index: number): ReadAt {
  return { name: `${name}[${index}]`, nowMs };
}

function missingField(name: string, hint: string) {
  return refuse({ name: "a body without" }, name, hint);
}

function unknownField(place: Place, under: string, name: string, known: ReadonlyArray<string>) {
  const [what, whole] = place === "message" ? ["key", "This message"] : ["body field", "The body"];
  const takes = `${under === "" ? whole : under.slice(0, -1)} takes ${known.join(", ")}`;
  return refuse({ name: what }, under + name, withNearest(name, known, takes));
}

/** Refuses two fields that exclude each other, and none where one is required. */
function refuseExclusive(
  schema: TObject,
  { names, isRequired }: ExclusiveFields,
  { sent, place }: { readonly sent: SentFields; readonly place: Place },
) {
  const [first, second] = names.filter((name) => sent.has(name));
  if (first !== undefined) {
    return second === undefined
      ? undefined
      : refuse({ name: second }, sent.get(second), `Send either ${first} or ${second}, not both`);
  }
  if (!isRequired) return undefined;
  const [name = ""] = names;
  const example = schema.properties[name]?.["examples"]?.[0];
  return place === "query"
    ? refuse(
      { name: "a request without" },
      names.join(" or "),
      `Send ${name}, for example ${name}=${example}`,
    )
    : missingField(
      names.join(" or "),
      `Send either, for example "${name}": ${JSON.stringify(example)}`,
    );
}
