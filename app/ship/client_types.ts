/**
 * `bun run client-types`: writes the TypeScript client's types from the service's own OpenAPI
 * document, so that a field is declared in one place alone.
 *
 * @module
 */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { explainUsage } from "../command/explain_usage.ts";
import {
  type OpenApiDocument,
  type Operation,
  type Parameter,
  readOpenApi,
  type Schema,
} from "./openapi_document.ts";
import { comment, fieldsOf, fieldText, interfaceText, NAMED_UNIONS, typeOf } from "./type_text.ts";

const ROOT = new URL("../../", import.meta.url).pathname;

const USAGE = `Usage: bun run client-types <address>
Writes the TypeScript client's types from /openapi.json of the service at the address`;

/** Where they are written, from the root of the repository. */
export const CLIENT_TYPES_FOLDER = "app/client/typescript/wire/";

/** The file of the requests whose paths begin so under `/api/v1`, and what they are about. */
const FILES: ReadonlyMap<string, readonly [file: string, about: string]> = new Map([
  ["targets", ["target", "targets"]],
  ["markets", ["market", "windows of the primary venue"]],
  ["history", ["history", "past windows"]],
  ["timeseries", ["timeseries", "past windows, as series of points"]],
  ["twap", ["twap", "averages"]],
  ["fees", ["fee", "fees"]],
  ["new_fees", ["fee", "fees"]],
  ["account", ["account", "the key's account"]],
  ["simpleOrders", ["placed_order", "placing orders"]],
  ["orders", ["order", "orders that were placed"]],
  ["wallets", ["wallet", "what a wallet has"]],
  ["games", ["game", "games"]],
  ["teams", ["team", "teams and leagues"]],
  ["leagues", ["team", "teams and leagues"]],
  ["venue2", ["outcome_market", "markets of the secondary venue"]],
  ["health", ["service", "the service itself"]],
  ["status", ["service", "the service itself"]],
]);

/** Requests that no client of the API makes: the stream's handshake, and pages for machines. */
const LEFT_OUT: ReadonlySet<string> = new Set(["GET /api/v1/stream", "GET /metrics"]);

interface Named {
  readonly request: string;
  readonly operation: Operation;
}

/** Returns the text of each file, by name. */
export function clientTypes({ paths, components }: OpenApiDocument): ReadonlyMap<string, string> {
  const requests = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Named => ({
      request: `${method.toUpperCase()} ${path}`,
      operation,
    }))
  ).filter(({ request }) => !LEFT_OUT.has(request));
  const homes = homesOf(requests, components.schemas);
  const texts = new Map<string, string>();
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
  const [, word = ""] = / (?:\/api\/v1)?\/(\w+)/.exec(request) ?? [];
  const [file] = FILES.get(word) ?? [];
  if (file === undefined) throw new Error(`the requests of ${word} have no file: see FILES`);
  return file;
}

/** The file of each schema: that of the first request which answers with it. */
function homesOf(
  requests: ReadonlyArray<Named>,
  schemas: Readonly<Record<string, Schema>>,
): ReadonlyMap<string, string> {
  const homes = new Map<string, string>();
  const visit = (schema: unknown, file: string) => {
    for (const [, name = ""] of JSON.stringify(schema).matchAll(/schemas\/(\w+)"/g)) {
      if (homes.has(name)) continue;
      homes.set(name, file);
      visit(schemas[name], file);
    }
  };
  for (const one of requests) visit(answerOf(one.operation), fileOf(one));
  return homes;
}

function answerOf({ responses }: Operation): Schema {
  return responses["200"]?.content?.["application/json"]?.schema ?? {};
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
    ...[...NAMED_UNIONS.keys()].map((name) => [name, "../stream/topic.ts"] as const),
  ].filter(([name, from]) => from !== `./${file}.ts` && new RegExp(`\\b${name}\\b`).test(code));
  return [...Map.groupBy(froms, ([, from]) => from)].sort(([one], [other]) => one < other ? -1 : 1)
    .map(([from, named]) =>
      `import type { ${named.map(([name]) => name).sort().join(", ")} } from "${from}";\n`
    ).join("");
}

function operationsText(file: string, about: string, requests: ReadonlyArray<Named>): string {
  const name = file.split("_").map((word) => word[0]?.toUpperCase() + word.slice(1)).join("");
  return `/** The requests about ${about}: what each takes, and its answer. */
export interface ${name}Operations {
${requests.map(operationText).join("")}}
`;
}

function operationText({ request, operation }: Named): string {
  const body = operation.requestBody?.content["application/json"]?.schema;
  const fields = [
    ...operation.parameters.filter((parameter) => parameter.in !== "header").map((parameter) =>
      fieldText(parameter.name, parameterType(parameter), parameter)
    ),
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
  ...["timestamp", "start", "end", "marketStart", "from", "to"],
]);
/** What the parts of a date match. */
const DIGITS = "^[0-9]{1,4}$";

/** The type of a parameter: as a caller has the value, not as the query spells it. */
function parameterType({ name, schema, description = "" }: Parameter): string {
  const { enum: values, default: fallback } = schema;
  if (values?.includes("true") === true) return "boolean";
  if (schema.type !== "string" || values !== undefined) return typeOf(schema);
  if (/comma/i.test(description) || /,/.test(String(fallback))) {
    return "string | ReadonlyArray<string>";
  }
  if (INSTANTS.has(name)) return "string | number | Date";
  return schema.pattern === DIGITS ? "string | number" : "string";
}

/** Writes the files into a folder, which is emptied first. */
export async function writeClientTypes(address: string, folder: string): Promise<void> {
  const texts = clientTypes(await readOpenApi(address));
  await rm(folder, { recursive: true, force: true });
  for (const [file, text] of texts) await Bun.write(join(folder, file), text);
  const formatter = Bun.spawn(
    ["node_modules/.bin/deno", "fmt", "--quiet", "--line-width=100", folder],
    { cwd: ROOT },
  );
  if (await formatter.exited !== 0) throw new Error(`Cannot format ${folder}`);
}

async function main([address]: ReadonlyArray<string>): Promise<number> {
  if (address === undefined || !URL.canParse(address)) return explainUsage(address ?? "", USAGE);
  await writeClientTypes(address, join(ROOT, CLIENT_TYPES_FOLDER));
  return 0;
}

if (import.meta.main) process.exit(await main(Bun.argv.slice(2)));
