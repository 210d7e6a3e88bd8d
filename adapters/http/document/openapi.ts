/**
 * The OpenAPI 3.1 document, made from the declarations that the routes are served by.
 *
 * @module
 */
import { type TSchema } from "@sinclair/typebox";
import { documentText } from "./document_text.ts";
import { type GuideName, guidePath } from "./guides.ts";
import { HEADER_COMPONENTS, headersOf, responsesOf } from "./openapi_responses.ts";
import { type NamedSchemas, writeSchema } from "./openapi_schema.ts";
import { WEBHOOKS_TAG, webhooksOf } from "./openapi_webhooks.ts";
import { withExamples } from "./schema_examples.ts";
import { JSON_TYPE } from "../edge/answer.ts";
import { type LiveExamples } from "../edge/live_example.ts";
import { type Parameter } from "../edge/parameter.ts";
import { type BodyDoc, isKeyed, type Route } from "../edge/route.ts";

/**
 * The document, ready to be written as JSON. Hidden routes are left out. `live` replaces examples
 * that the running service would not know.
 */
export function openApiOf<Ports>(
  routes: ReadonlyArray<Route<Ports>>,
  live: LiveExamples = new Map(),
) {
  const named: NamedSchemas = new Map();
  const shown = routes.filter(({ isHidden }) => isHidden !== true);
  const paths = new Map<string, Record<string, unknown>>();
  for (const route of shown) {
    const operations = paths.get(route.path) ?? {};
    operations[route.method.toLowerCase()] = operationOf(route, named, live);
    paths.set(route.path, operations);
  }
  // After the paths, whose examples of a schema that both have stay.
  const webhooks = webhooksOf(named);
  return {
    openapi: "3.1.0",
    info: {
      title: "Strikeline",
      version: "1.0.0",
      summary: "The price to beat of every prediction-market window",
      description: documentText(),
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/", description: "This service" }],
    tags: [...new Set([...shown.map(({ tag }) => tag), WEBHOOKS_TAG])].map(tagOf),
    security: [],
    paths: Object.fromEntries(paths),
    webhooks,
    components: {
      schemas: Object.fromEntries(named),
      headers: HEADER_COMPONENTS,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

function operationOf<Ports>(route: Route<Ports>, named: NamedSchemas, live: LiveExamples) {
  const contentOf = (type: string, schema: TSchema, example: unknown) => ({
    [type]: { schema: withExamples(writeSchema(schema, named), [example], named), example },
  });
  return {
    operationId: operationIdOf(route),
    tags: [route.tag],
    summary: route.summary,
    description: descriptionOf(route),
    ...(isKeyed(route) ? { security: [{ apiKey: [] }, { bearer: [] }] } : {}),
    parameters: route.parameters.map((parameter) => writeParameter(parameter, named, live)),
    ...(route.body === undefined ? {} : {
      requestBody: {
        description: route.body.description,
        required: true,
        content: contentOf(JSON_TYPE, route.body.schema, bodyExample(route.body, live)),
      },
    }),
    responses: Object.fromEntries(
      responsesOf(route).map(([status, { schema, example, type, description }]) => [
        String(status),
        {
          description,
          headers: headersOf(route, status),
          ...(schema === undefined ? {} : { content: contentOf(type, schema, example) }),
        },
      ]),
    ),
  };
}

/** Returns the example of a body, with what a running service knows. */
export function bodyExample({ example, liveExamples = {} }: BodyDoc, live: LiveExamples) {
  const filled = Object.entries(liveExamples).flatMap(([field, name]) => {
    const value = live.get(name);
    return value === undefined ? [] : [[field, value] as const];
  });
  return Object.assign({}, example, Object.fromEntries(filled));
}

function writeParameter(parameter: Parameter, named: NamedSchemas, live: LiveExamples) {
  const { name, required, description, schema } = parameter;
  return {
    name,
    in: parameter.in,
    required: required || parameter.in === "path",
    description,
    ...(parameter.mayBeEmpty === true ? { allowEmptyValue: true } : {}),
    // Part of a request to try, though it may be left out.
    ...(parameter.isSuggested === true ? { "x-suggested": true } : {}),
    schema: writeSchema(schema, named),
    example: parameterExample(parameter, live),
  };
}

/** Returns the example of a parameter, with what a running service knows. */
export function parameterExample({ liveExample, schema, example }: Parameter, live: LiveExamples) {
  const known = liveExample === undefined ? undefined : live.get(liveExample);
  const text = known ?? example;
  return schema["type"] === "integer" ? Number(text) : text;
}

/** An operator makes keys with `bun run account key`. */
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
function descriptionOf<Ports>(route: Route<Ports>): string {
  return isKeyed(route)
    ? `${route.description}\n\nTakes an API key with the scope \`${route.access}\`.`
    : route.description;
}

/** The guide that has the rules of a tag's requests. */
const GUIDE_OF_TAG: ReadonlyMap<string, GuideName> = new Map([
  ["Targets", "prices"],
  ["Markets", "prices"],
  ["History", "prices"],
  ["Averages", "prices"],
  ["Fees", "fees"],
  ["Orders", "orders"],
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

/** `GET /api/v1/targets/active` is `getTargetsActive`. */
export function operationIdOf<Ports>({ method, path }: Route<Ports>): string {
  const words = path.replace("/api/v1", "").split(/\W+/).filter((word) => word !== "");
  return method.toLowerCase() +
    words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join("");
}
