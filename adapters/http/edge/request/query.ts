/**
 * Reads a raw query string against the parameters that a route declares.
 *
 * An undeclared parameter is refused by name: a mistyped filter must not return everything.
 *
 * @module
 */
import { Option, Result } from "effect";
import { modeOfKey } from "../../../../core/access/mod.ts";
import { RequestRejected } from "../../../../core/request.ts";
import { aliasesOf, refuse } from "../../wire/kind.ts";
import { isKeyName, KEY_IN_ADDRESS_HINT } from "./key_location.ts";
import { withNearest } from "../../../../core/nearest_name.ts";
import { type Parameter, type Parameters } from "./parameter.ts";
import { decodeText, hasControlChars } from "./percent_decoding.ts";

/** The longest accepted query string, in characters as sent. */
export const QUERY_CHARS_MAX = 8_192;

/** The longest accepted value of a parameter, in characters after decoding. */
export const VALUE_CHARS_MAX = 512;

/** The number of queries that each route caches, and the maximum length of each. */
const CACHED_MAX = 256;
const CACHED_CHARS_MAX = 256;

/** Returns the query string of a URL without its `?`; empty if there is none. */
export function queryOf(url: string): string {
  const questionAt = url.indexOf("?");
  if (questionAt === -1) return "";
  const hashAt = url.indexOf("#", questionAt);
  return hashAt === -1 ? url.slice(questionAt + 1) : url.slice(questionAt + 1, hashAt);
}

/** Values by the name that was sent: a parameter's own, or an alias of it. */
export type QueryValues = Readonly<Record<string, string | undefined>>;

/** The query parameters of one route, prepared for reading. */
export interface QueryReader {
  readonly byName: ReadonlyMap<string, Parameter>;
  /** By the other names that are taken and not told. */
  readonly byAlias: ReadonlyMap<string, Parameter>;
  readonly required: ReadonlyArray<Parameter>;
  /** The hint for an API key in the query. */
  readonly keyHint: string;
  /** Whether a page's own scripts read the query, whatever is in it. */
  readonly isForScripts: boolean;
  /** Recently read queries: callers repeat the same ones. */
  readonly recent: Map<string, Result.Result<QueryValues, RequestRejected>>;
}

/** Prepares the query parameters of a route. */
export function makeQueryReader(
  parameters: Parameters,
  { keyHint = KEY_IN_ADDRESS_HINT, hasScriptQuery = false }: {
    readonly keyHint?: string | undefined;
    readonly hasScriptQuery?: boolean | undefined;
  } = {},
): QueryReader {
  const inQuery = parameters.filter((parameter) => parameter.in === "query");
  return {
    byName: new Map(inQuery.map((parameter) => [parameter.name, parameter])),
    byAlias: new Map(
      inQuery.flatMap((parameter) =>
        aliasesOf(parameter.schema).map((alias) => [alias, parameter] as const)
      ),
    ),
    required: inQuery.filter((parameter) => parameter.required),
    keyHint,
    isForScripts: hasScriptQuery,
    recent: new Map(),
  };
}

/**
 * Reads a query string, without its `?`.
 *
 * `+` is a space. Each parameter may be sent once. Values are decoded text, not empty (unless the
 * parameter allows it), of at most {@linkcode VALUE_CHARS_MAX} characters, without control
 * characters.
 */
export function readQuery(
  reader: QueryReader,
  query: string,
): Result.Result<QueryValues, RequestRejected> {
  const known = reader.recent.get(query);
  if (known !== undefined) return known;
  const read = parseQuery(reader, query);
  if (query.length > CACHED_CHARS_MAX) return read;
  if (reader.recent.size >= CACHED_MAX) reader.recent.clear();
  reader.recent.set(query, read);
  return read;
}

function parseQuery(
  reader: QueryReader,
  query: string,
): Result.Result<QueryValues, RequestRejected> {
  if (query.length > QUERY_CHARS_MAX) {
    return refuse(
      { name: "query" },
      query,
      `Send a query of at most ${QUERY_CHARS_MAX} characters`,
    );
  }
  const values: Record<string, string | undefined> = {};
  if (query !== "" && !reader.isForScripts) {
    for (const pair of query.split("&")) {
      if (pair === "") continue;
      const rejected = readPair(reader, pair, values);
      if (rejected !== undefined) return Result.fail(rejected);
    }
  }
  for (const parameter of reader.required) {
    const names = [parameter.name, ...aliasesOf(parameter.schema)];
    if (names.every((name) => values[name] === undefined)) {
      const hint = `Send ${parameter.name}, for example ${exampleOf(parameter)}`;
      return refuse({ name: "a request without" }, parameter.name, hint);
    }
  }
  return Result.succeed(values);
}

/** Adds one `name=value` pair to the values, or returns why it is refused. */
function readPair(
  reader: QueryReader,
  pair: string,
  values: Record<string, string | undefined>,
): RequestRejected | undefined {
  const equalsAt = pair.indexOf("=");
  const rawName = equalsAt === -1 ? pair : pair.slice(0, equalsAt);
  const rawValue = equalsAt === -1 ? "" : pair.slice(equalsAt + 1);
  const name = decodeText(rawName);
  const parameter = name === undefined
    ? undefined
    : reader.byName.get(name) ?? reader.byAlias.get(name);
  if (name === undefined || parameter === undefined) return unknownName(reader, name ?? rawName);
  const rejected = (received: string, hint: string) =>
    new RequestRejected({ parameter: name, received, hint });
  const value = decodeText(rawValue);
  if (value === undefined) return rejected(rawValue, "Percent-encode the value as UTF-8");
  if (values[name] !== undefined) return rejected(value, `Send ${name} only once`);
  if (value === "" && parameter.mayBeEmpty !== true) {
    return rejected(value, `Send a value, for example ${exampleOf({ ...parameter, name })}`);
  }
  if (value.length > VALUE_CHARS_MAX) {
    return rejected(value, `Send at most ${VALUE_CHARS_MAX} characters`);
  }
  if (hasControlChars(value)) return rejected(value, "Send no control characters");
  values[name] = value;
  return undefined;
}

/** Returns a sentence that lists the parameters of a path. */
export function takenText({ byName }: Pick<QueryReader, "byName">): string {
  return byName.size === 0
    ? "Leave it out: this path takes no parameters"
    : `This path takes ${[...byName.keys()].join(", ")}`;
}

function unknownName(reader: QueryReader, name: string): RequestRejected {
  if (isKeyName(name)) {
    // The name may be the key itself.
    const received = Option.isSome(modeOfKey(name)) ? "sk_..." : name;
    return new RequestRejected({ parameter: "parameter", received, hint: reader.keyHint });
  }
  const hint = withNearest(name, reader.byName.keys(), takenText(reader));
  return new RequestRejected({ parameter: "parameter", received: name, hint });
}

function exampleOf({ name, example }: Parameter): string {
  return `${name}=${example}`;
}
