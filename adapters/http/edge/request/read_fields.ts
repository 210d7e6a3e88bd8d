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
  aliasesOf,
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
  const namesOf = namesOfFields(schema);
  const fields = [...namesOf].map(([name, names]) => {
    const declared = schema.properties[name] ?? NO_FIELDS;
    const isRequired = !(OptionalKind in declared);
    return { name, declared, isRequired, read: compileNamed(names, compileValue(declared)) };
  });
  const known = Object.keys(schema.properties);
  const isKnown = new Set([...namesOf.values()].flat());
  const exclusives = exclusivesOf(schema).map((exclusive) => ({
    exclusive,
    namesOf: exclusive.names.map((name) => namesOf.get(name) ?? []),
  }));

  return (sent: SentFields, under: string, nowMs: number): ReturnType<ReadFields> => {
    for (const name of sent.keys()) {
      if (!isKnown.has(name)) return unknownField(place, under, name, known);
    }
    for (const { exclusive, namesOf } of exclusives) {
      const sentNames = namesOf.flatMap((names) => names.find((name) => sent.has(name)) ?? []);
      const refused = refuseExclusive(schema, exclusive, { sent, sentNames, place });
      if (refused !== undefined) return refused;
    }
    const values: Record<string, unknown> = {};
    for (const { name, declared, isRequired, read } of fields) {
      const found = read(sent, under, nowMs);
      if (found === undefined) {
        if (isRequired) return missingField(under + name, askFor(declared));
        continue;
      }
      if (Result.isFailure(found)) return Result.fail(found.failure);
      values[name] = found.success;
    }
    return Result.succeed(values);
  };
}

/**
 * The names under which each field may be sent: its own, and its aliases. Of fields that are
 * declared under an alias of each other, the first is read, whichever was sent.
 */
function namesOfFields({ properties }: TObject): ReadonlyMap<string, ReadonlyArray<string>> {
  const namesOf = new Map<string, ReadonlyArray<string>>();
  for (const [name, schema] of Object.entries(properties)) {
    const isAlias = [...namesOf.values()].some((names) => names.includes(name));
    if (!isAlias) namesOf.set(name, [name, ...aliasesOf(schema).filter((one) => one !== name)]);
  }
  return namesOf;
}

/** Compiles the reader of a field under whichever of its names it is sent. Two have to agree. */
function compileNamed(names: ReadonlyArray<string>, readValue: ReadValue) {
  return (sent: SentFields, under: string, nowMs: number) => {
    let first: { readonly name: string; readonly value: unknown } | undefined;
    for (const name of names) {
      if (!sent.has(name)) continue;
      const at = { name: under + name, nowMs };
      const read = readValue(sent.get(name), at);
      if (Result.isFailure(read)) return read;
      const { success: value } = read;
      if (first !== undefined && JSON.stringify(first.value) !== JSON.stringify(value)) {
        return refuse(at, sent.get(name), `It means the same as ${first.name}: send one of them`);
      }
      first ??= { name, value };
    }
    return first && Result.succeed(first.value);
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
  { sent, sentNames: [first, second], place }: {
    readonly sent: SentFields;
    /** Those of the fields that were sent, as they were called. */
    readonly sentNames: ReadonlyArray<string>;
    readonly place: Place;
  },
) {
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
