/**
 * `bun run client-types`: writes the TypeScript client's types and the Python client's models from
 * the service's own documents, so that a field is declared in one place alone.
 *
 * @module
 */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { explainUsage } from "../command/command_line.ts";
import {
  answerOf,
  type AsyncApiDocument,
  type OpenApiDocument,
  type Operation,
  type Parameter,
  readAsyncApi,
  readOpenApi,
  type Schema,
} from "./openapi_document.ts";
import {
  EVENTS_FILE,
  FRAMES_FILE,
  NAMES_FILE,
  pythonModels,
  type Root,
  WALLET_EVENTS_FILE,
} from "./python_models.ts";
import { pythonText } from "./python_text.ts";
import {
  comment,
  fieldsOf,
  fieldText,
  interfaceText,
  LEGS_FILE,
  LISTED,
  NAMED_UNIONS,
  namedUnionsText,
  SCHEMA_FILES,
  typeOf,
} from "./type_text.ts";
import { usageLine } from "../wiring/own_command.ts";

const ROOT = new URL("../../", import.meta.url).pathname;

const USAGE = `${usageLine("client-types <address>")}
Writes the clients' types from /openapi.json and /asyncapi.json of the service at the address`;

/** Where the TypeScript client's types are written, from the root of the repository. */
export const CLIENT_TYPES_FOLDER = "app/client/typescript/wire/";
/** Where the Python client's models are written. */
export const PYTHON_MODELS_FOLDER = "app/client/python/strikeline/models/";

/**
 * The file of the requests whose paths begin so under `/api/v1`, and what they are about. Of a path
 * with two files, the method tells, or its second word.
 */
const FILES: ReadonlyMap<string, readonly [file: string, about: string]> = new Map([
  ["targets", ["target", "targets"]],
  ["markets", ["market", "windows of the primary venue"]],
  ["history", ["history", "past windows"]],
  ["timeseries", ["timeseries", "past windows, as series of points"]],
  ["twap", ["twap", "averages"]],
  ["spot", ["spot", "newest trades"]],
  ["book", ["book", "order books"]],
  ["windows", ["window", "windows"]],
  ["windows/basis", [LEGS_FILE, "the same window at several venues"]],
  ["fees", ["fee", "fees"]],
  ["new_fees", ["fee", "fees"]],
  ["account", ["account", "the key's account"]],
  ["simpleOrders", ["placed_order", "placing orders"]],
  ["POST orders", ["limit_order", "limit orders"]],
  ["orders", ["order", "orders that were placed"]],
  ["fills", ["fill", "fills of orders"]],
  ["wallets", ["wallet", "what a wallet has"]],
  ["positions", ["position", "positions"]],
  ["pnl", ["profit", "profit"]],
  ["games", ["game", "games"]],
  ["teams", ["team", "teams and leagues"]],
  ["leagues", ["team", "teams and leagues"]],
  ["venue2", ["outcome_market", "markets of the secondary venue"]],
  ["health", ["service", "the service itself"]],
  ["status", ["service", "the service itself"]],
]);

const ABOUT_NAMES = "assets, leagues and the like, by name";

/** Requests that no client of the API makes: the stream's handshake, and pages for machines. */
const LEFT_OUT: ReadonlySet<string> = new Set(["GET /api/v1/stream", "GET /metrics"]);

interface Named {
  readonly request: string;
  readonly operation: Operation;
}

function requestsOf({ paths }: OpenApiDocument): ReadonlyArray<Named> {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Named => ({
      request: `${method.toUpperCase()} ${path}`,
      operation,
    }))
  ).filter(({ request }) => !LEFT_OUT.has(request));
}

/** Returns the text of each file of the Python client's models, by name. */
export function pythonTypes(
  openApi: OpenApiDocument,
  asyncApi: AsyncApiDocument,
): ReadonlyMap<string, string> {
  const answers = requestsOf(openApi).map((one): Root => ({
    file: fileOf(one),
    name: one.request,
    about: one.operation.summary,
    schema: answerOf(one.operation),
    schemas: openApi.components.schemas,
  }));
  const frames = framesOf(asyncApi);
  const models = pythonModels([...answers, ...frames]);
  const about = new Map([
    ...FILES.values(),
    [FRAMES_FILE, "its stream, frame by frame"] as const,
    [EVENTS_FILE, "what happens, event by event"] as const,
    [WALLET_EVENTS_FILE, "what happens to a wallet, event by event"] as const,
    [NAMES_FILE, ABOUT_NAMES] as const,
  ]);
  const files = [...new Set([...models.values()].map(({ file }) => file))];
  return new Map([
    ["__init__.py", '"""What the service sends, one module a kind of thing."""\n'],
    ...files.map((file) =>
      [`${file}.py`, pythonText(file, about.get(file) ?? file, models)] as const
    ),
  ]);
}

/** What the service sends on the stream; what it receives has an `op`. */
function framesOf({ components: { schemas, messages } }: AsyncApiDocument): ReadonlyArray<Root> {
  return Object.entries(messages).flatMap(([name, { summary = name, payload }]) => {
    const { properties, description } = schemas[payload.$ref?.split("/").at(-1) ?? ""] ?? payload;
    const about = [summary, ...(description === undefined ? [] : [description])].join(". ");
    if (properties?.["type"] === undefined) return [];
    return [{ file: frameFile(name, properties), name, about, schema: payload, schemas }];
  });
}

/** Returns where a frame is. */
function frameFile(name: string, properties: NonNullable<Schema["properties"]>): string {
  if (name === "hello" || properties["id"] !== undefined) return FRAMES_FILE;
  const isOfWallet = properties["topic"]?.pattern?.startsWith("^orders:") === true;
  return isOfWallet ? WALLET_EVENTS_FILE : EVENTS_FILE;
}

/** Returns the text of each file of the TypeScript client's types, by name. */
export function clientTypes(document: OpenApiDocument): ReadonlyMap<string, string> {
  const { components } = document;
  const requests = requestsOf(document);
  const homes = homesOf(document, requests);
  const texts = new Map([
    [`${NAMES_FILE}.ts`, `${head(ABOUT_NAMES)}\n${namedUnionsText(components.schemas)}`],
  ]);
  for (const [file, about] of new Map(FILES.values())) {
    const mine = requests.filter((one) => fileOf(one) === file);
    const schemas = [...homes].filter(([, home]) => home === file).map(([name]) => name);
    const body = [
      ...schemas.map((name) => interfaceText(name, components.schemas[name] ?? {})),
      operationsText(file, about, mine),
    ].join("\n");
    texts.set(`${file}.ts`, `${head(about)}${importsText(file, body, homes)}\n${body}`);
  }
  return texts;
}

function fileOf({ request }: Named): string {
  const [, method = "", word = "", second = ""] =
    /(\w+) (?:\/api\/v1)?\/(\w+)(\/\w+)?/.exec(request) ?? [];
  const [file] = FILES.get(`${method} ${word}`) ?? FILES.get(word + second) ?? FILES.get(word) ??
    [];
  if (file === undefined) throw new Error(`the requests of ${word} have no file: see FILES`);
  return file;
}

/** The file of each schema: its own, or else that of the first request which answers with it. */
function homesOf(
  document: OpenApiDocument,
  requests: ReadonlyArray<Named>,
): ReadonlyMap<string, string> {
  const homes = new Map<string, string>();
  const visit = (schema: unknown, file: string) => {
    for (const [, name = ""] of JSON.stringify(schema).matchAll(/schemas\/(\w+)"/g)) {
      if (homes.has(name) || NAMED_UNIONS.has(name) || LISTED.has(name)) continue;
      const home = SCHEMA_FILES.get(name) ?? file;
      homes.set(name, home);
      visit(document.components.schemas[name], home);
    }
  };
  for (const one of requests) visit(answerOf(one.operation), fileOf(one));
  return homes;
}

function head(about: string): string {
  return `/**
 * What the service answers about ${about}.
 *
 * Made by \`bun run client-types\` from the service's document: do not edit.
 *
 * @module
 */
`;
}

function importsText(file: string, body: string, homes: ReadonlyMap<string, string>): string {
  const code = body.replaceAll(/\/\*\*[^]*?\*\//g, "").replaceAll(/"[^"]*"/g, "");
  const froms = [
    ...[...homes].map(([name, home]) => [name, `./${home}.ts`] as const),
    ...[...NAMED_UNIONS.keys(), ...LISTED].map((name) => [name, `./${NAMES_FILE}.ts`] as const),
  ].filter(([name, from]) => from !== `./${file}.ts` && new RegExp(`\\b${name}\\b`).test(code));
  return [...Map.groupBy(froms, ([, from]) => from)].sort(([one], [other]) => one < other ? -1 : 1)
    .map(([from, named]) =>
      `import type { ${named.map(([name]) => name).sort().join(", ")} } from "${from}";\n`
    ).join("");
}

function operationsText(
  file: string,
  about: string,
  requests: ReadonlyArray<Named>,
): string {
  const name = file.split("_").map((word) => word[0]?.toUpperCase() + word.slice(1)).join("");
  return `/** The requests about ${about}: what each takes, and its answer. */
export interface ${name}Operations {
${requests.map(operationText).join("")}}
`;
}

/** Clients read JSON alone. */
const FORMAT = "format";

function operationText({ request, operation }: Named): string {
  const body = operation.requestBody?.content["application/json"]?.schema;
  const fields = [
    ...operation.parameters.filter((one) => one.in !== "header" && one.name !== FORMAT).map((
      parameter,
    ) => fieldText(parameter.name, parameterType(parameter), parameter)),
    ...fieldsOf(body ?? {}),
  ];
  return `${comment(operation.summary)}readonly "${request.replace(" /api/v1/", " ")}": {
readonly input: ${
    fields.length === 0 ? "Readonly<Record<never, never>>" : `{\n${fields.join("")}}`
  };
readonly answer: ${typeOf(answerOf(operation))};
};
`;
}

/** Parameters that take ISO 8601 and unix time alike. */
const INSTANTS: ReadonlySet<string> = new Set([
  ...["timestamp", "start", "end", "marketStart", "from", "to", "since"],
]);
/** What the parts of a date match. */
const DIGITS = "^[0-9]{1,4}$";

/** The type of a parameter: as a caller has the value, not as the query spells it. */
function parameterType({ name, schema, description = "" }: Parameter): string {
  const { enum: values, default: fallback } = schema;
  if (values?.includes("true") === true) return "boolean";
  if (schema.type !== "string" || values !== undefined) return typeOf(schema);
  if (/comma/i.test(`${description} ${schema.description}`) || /,/.test(String(fallback))) {
    return "string | ReadonlyArray<string>";
  }
  if (INSTANTS.has(name)) return "string | number | Date";
  return schema.pattern === DIGITS ? "string | number" : "string";
}

/** Writes the files of the TypeScript client into a folder, which is emptied first. */
export async function writeClientTypes(address: string, folder: string): Promise<void> {
  await writeTexts(clientTypes(await readOpenApi(address)), folder);
  const formatter = Bun.spawn(
    ["node_modules/.bin/deno", "fmt", "--quiet", "--line-width=100", folder],
    { cwd: ROOT },
  );
  if (await formatter.exited !== 0) throw new Error(`Cannot format ${folder}`);
}

async function writeTexts(texts: ReadonlyMap<string, string>, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  for (const [file, text] of texts) await Bun.write(join(folder, file), text);
}

async function main([address]: ReadonlyArray<string>): Promise<number> {
  if (address === undefined || !URL.canParse(address)) return explainUsage(address ?? "", USAGE);
  await writeClientTypes(address, join(ROOT, CLIENT_TYPES_FOLDER));
  const texts = pythonTypes(await readOpenApi(address), await readAsyncApi(address));
  await writeTexts(texts, join(ROOT, PYTHON_MODELS_FOLDER));
  return 0;
}

if (import.meta.main) process.exit(await main(Bun.argv.slice(2)));
