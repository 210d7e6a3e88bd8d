/**
 * The OpenAPI 3.1 document, made from the declarations that the routes are served by. Whatever two
 * routes share is written once: schemas with a name, headers, and the answers of the edge.
 *
 * @module
 */
import { type TSchema } from "@sinclair/typebox";
import { JSON_TYPE } from "../edge/answer/answer.ts";
import type { OwnCommand } from "../edge/answer/hint.ts";
import { type LiveExamples } from "../edge/request/live_example.ts";
import { type Parameter } from "../edge/request/parameter.ts";
import { isKeyed } from "../edge/edge_path.ts";
import { type GuideName, guidePath, GUIDES } from "./guides.ts";
import { HEADER_COMPONENTS, headersOf } from "./openapi_headers.ts";
import { type FullResponse, responsesOf, sharedAnswer } from "./openapi_responses.ts";
import { type NamedSchemas, type PlainSchema, writeSchema } from "./openapi_schema.ts";
import { WEBHOOKS_TAG, webhooksOf } from "./openapi_webhooks.ts";
import { type BodyDoc, type Operation } from "./operation.ts";
import { withExamples } from "./schema_examples.ts";
import { shareParts, type WrittenOperation } from "./shared_parts.ts";

/** What a document has under `components`. */
interface Components {
  readonly schemas: NamedSchemas;
  readonly responses: Map<string, PlainSchema>;
}

/** What a running service knows. */
export interface DocumentOptions {
  /** In place of examples that it would not know. */
  readonly live?: LiveExamples | undefined;
  readonly ownCommand: OwnCommand;
}

/** The document, ready to be written as JSON. Hidden operations are left out. */
export function openApiOf(
  operations: ReadonlyArray<Operation>,
  { live = new Map(), ownCommand }: DocumentOptions,
) {
  const components: Components = { schemas: new Map(), responses: new Map() };
  const shown = operations.filter(({ isHidden }) => !isHidden);
  const paths = new Map<string, Record<string, WrittenOperation>>();
  for (const operation of shown) {
    const ofPath = paths.get(operation.path) ?? {};
    ofPath[operation.method.toLowerCase()] = writeOperation(operation, components, {
      live,
      ownCommand,
    });
    paths.set(operation.path, ofPath);
  }
  // After the paths, whose examples of a schema that both have stay.
  const webhooks = webhooksOf(components.schemas);
  const written = [...paths.values(), ...Object.values(webhooks)];
  const shared = shareParts(written.flatMap((one) => Object.values<WrittenOperation>(one)));
  return {
    openapi: "3.1.0",
    info: {
      title: "Strikeline",
      version: "1.0.0",
      summary: "The price to beat of every prediction-market window",
      description: documentText(ownCommand),
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/", description: "This service" }],
    tags: [...new Set([...shown.map(({ tag }) => tag), WEBHOOKS_TAG])].map(tagOf),
    security: [],
    paths: Object.fromEntries(paths),
    webhooks,
    components: {
      schemas: Object.fromEntries(components.schemas),
      parameters: shared.parameters,
      responses: { ...Object.fromEntries(components.responses), ...shared.responses },
      headers: HEADER_COMPONENTS,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

function writeOperation(
  operation: Operation,
  components: Components,
  { live, ownCommand }: DocumentOptions & { readonly live: LiveExamples },
) {
  const { id, tag, summary, body } = operation;
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: descriptionOf(operation),
    ...(isKeyed(operation) ? { security: [{ apiKey: [] }, { bearer: [] }] } : {}),
    parameters: operation.parameters.map((one) => writeParameter(one, components, live)),
    ...(body === undefined ? {} : {
      requestBody: {
        description: body.description,
        required: true,
        content: contentOf(components, {
          type: JSON_TYPE,
          schema: body.schema,
          example: bodyExample(body, live),
        }),
      },
    }),
    responses: writeResponses(operation, components, ownCommand),
  };
}

function writeResponses(
  operation: Operation,
  components: Components,
  ownCommand: OwnCommand,
) {
  return Object.fromEntries(
    responsesOf(operation, ownCommand).map(([status, { description, ...body }]) => {
      const content = body.schema === undefined ? {} : { content: contentOf(components, body) };
      const shared = sharedAnswer(operation, status);
      if (shared === undefined) {
        const headers = headersOf(operation, status);
        return [String(status), { description, headers, ...content }];
      }
      const { name, ...error } = shared;
      components.responses.set(name, { ...error, ...content });
      const own = description === shared.description ? {} : { description };
      return [String(status), { $ref: `#/components/responses/${name}`, ...own }];
    }),
  );
}

function contentOf(
  { schemas }: Components,
  { type, schema, example, otherExamples = [], csv }: Omit<FullResponse, "description">,
) {
  const plain = writeSchema(schema ?? {} as TSchema, schemas);
  const written = withExamples(plain, [example, ...otherExamples], schemas);
  const table = csv === undefined ? {} : {
    "text/csv": { schema: { type: "string" }, example: csv },
  };
  return { [type]: { schema: written, example }, ...table };
}

/** Returns the example of a body, with what a running service knows of the fields that it has. */
export function bodyExample(
  { example, liveExamples = {} }: Pick<BodyDoc, "example"> & Partial<BodyDoc>,
  live: LiveExamples,
) {
  const filled = Object.entries(liveExamples).flatMap(([field, name]) => {
    const value = live.get(name);
    const isShown = example === undefined || field in example;
    return value === undefined || !isShown ? [] : [[field, value] as const];
  });
  return Object.assign({}, example, Object.fromEntries(filled));
}

function writeParameter(parameter: Parameter, { schemas }: Components, live: LiveExamples) {
  const { name, required, description, schema } = parameter;
  return {
    name,
    in: parameter.in,
    required: required || parameter.in === "path",
    description,
    ...(parameter.mayBeEmpty === true ? { allowEmptyValue: true } : {}),
    // Part of a request to try, though it may be left out.
    ...(parameter.isSuggested === true ? { "x-suggested": true } : {}),
    schema: writeSchema(schema, schemas),
    example: parameterExample(parameter, live),
  };
}

/** Returns the example of a parameter, with what a running service knows. */
export function parameterExample({ liveExample, schema, example }: Parameter, live: LiveExamples) {
  const known = liveExample === undefined ? undefined : live.get(liveExample);
  const text = known ?? example;
  return schema["type"] === "integer" ? Number(text) : text;
}

const SECURITY_SCHEMES = {
  apiKey: {
    type: "apiKey",
    in: "header",
    name: "x-api-key",
    description: "A key of this service: `sk_live_...`, or `sk_test_...` in a sandbox",
  },
  bearer: {
    type: "http",
    scheme: "bearer",
    description: "The same key as `Authorization: Bearer <key>`",
  },
};

/** OpenAPI 3.1 has no scopes for API keys, so the description names them. */
function descriptionOf(operation: Operation): string {
  return isKeyed(operation)
    ? `${operation.description}\n\nTakes an API key with the scope \`${operation.access}\`.`
    : operation.description;
}

/** The guide that has the rules of a tag's requests. */
const GUIDE_OF_TAG: ReadonlyMap<string, GuideName> = new Map([
  ["Targets", "prices"],
  ["Markets", "prices"],
  ["History", "prices"],
  ["Averages", "prices"],
  ["Spot prices", "prices"],
  ["Order books", "order_books"],
  ["Windows", "windows"],
  ["Fees", "fees"],
  ["Orders", "orders"],
  ["Positions", "positions"],
  ["Games", "games"],
  ["Secondary venue", "outcome_markets"],
  ["Stream", "stream"],
  [WEBHOOKS_TAG, "webhooks"],
  ["Account", "operations"],
  ["Service", "operations"],
]);

function tagOf(name: string) {
  const guide = GUIDE_OF_TAG.get(name);
  if (guide === undefined) return { name };
  const url = guidePath(guide);
  return { name, externalDocs: { description: "Rules and examples", url } };
}

/** What this is, how to get a key, and where the rules are. In Markdown. */
function documentText(ownCommand: OwnCommand): string {
  const guides = GUIDES.map(({ name, title }) => `[${title}](${guidePath(name)})`);
  return `Target prices of prediction-market windows and their history, fees, orders that are placed
at most once, sports games and the platforms that list them, and outcome markets of a
secondary venue.

Requests with a lock take an API key in the header \`x-api-key\` or as
\`Authorization: Bearer <key>\`. The operator makes one with
\`${ownCommand("account add <email>")}\` and \`${ownCommand("account key <email>")}\`, with
\`--scopes read,trade\` for one that trades; a sandbox prints one when it starts.

The guides have every rule and its reason: ${guides.join(", ")}.

Targets, averages and games are also pushed over a WebSocket, which
[/docs/stream](/docs/stream) and [/asyncapi.json](/asyncapi.json) describe.`;
}
