/**
 * The OpenAPI 3.1 document, made from the declarations that the routes are served by.
 *
 * @module
 */
import { documentText } from "./document_text.ts";
import { HEADER_COMPONENTS, headersOf, responsesOf } from "./openapi_responses.ts";
import { type NamedSchemas, writeSchema } from "./openapi_schema.ts";
import { type Parameter } from "./parameter.ts";
import { isKeyed, type Route } from "./route.ts";

/** The document, ready to be written as JSON. Hidden routes are left out. */
export function openApiOf<Ports>(routes: ReadonlyArray<Route<Ports>>) {
  const named: NamedSchemas = new Map();
  const shown = routes.filter(({ isHidden }) => isHidden !== true);
  const paths = new Map<string, Record<string, unknown>>();
  for (const route of shown) {
    const operations = paths.get(route.path) ?? {};
    operations[route.method.toLowerCase()] = operationOf(route, named);
    paths.set(route.path, operations);
  }
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
    tags: [...new Set(shown.map(({ tag }) => tag))].map((name) => ({ name })),
    security: [],
    paths: Object.fromEntries(paths),
    components: {
      schemas: Object.fromEntries(named),
      headers: HEADER_COMPONENTS,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

function operationOf<Ports>(route: Route<Ports>, named: NamedSchemas) {
  return {
    operationId: operationIdOf(route),
    tags: [route.tag],
    summary: route.summary,
    description: descriptionOf(route),
    ...(isKeyed(route) ? { security: [{ apiKey: [] }, { bearer: [] }] } : {}),
    parameters: route.parameters.map((parameter) => writeParameter(parameter, named)),
    ...(route.body === undefined ? {} : {
      requestBody: {
        description: route.body.description,
        required: true,
        content: {
          "application/json": {
            schema: writeSchema(route.body.schema, named),
            example: route.body.example,
          },
        },
      },
    }),
    responses: Object.fromEntries(
      responsesOf(route).map(([status, { schema, example, type, description }]) => [
        String(status),
        {
          description,
          headers: headersOf(route, status),
          ...(schema === undefined
            ? {}
            : { content: { [type]: { schema: writeSchema(schema, named), example } } }),
        },
      ]),
    ),
  };
}

function writeParameter(parameter: Parameter, named: NamedSchemas) {
  const { name, required, description, example, schema } = parameter;
  return {
    name,
    in: parameter.in,
    required: required || parameter.in === "path",
    description,
    ...(parameter.mayBeEmpty === true ? { allowEmptyValue: true } : {}),
    schema: writeSchema(schema, named),
    example,
  };
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

/** OpenAPI 3.1 has no scopes for API keys, so they are told in words. */
function descriptionOf<Ports>(route: Route<Ports>): string {
  return isKeyed(route)
    ? `${route.description}\n\nTakes an API key with the scope \`${route.access}\`.`
    : route.description;
}

/** `GET /api/v1/targets/active` is `getTargetsActive`. */
function operationIdOf<Ports>({ method, path }: Route<Ports>): string {
  const words = path.replace("/api/v1", "").split(/\W+/).filter((word) => word !== "");
  return method.toLowerCase() +
    words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join("");
}
