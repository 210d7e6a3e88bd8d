/**
 * The routes of plugins, as the documents tell them.
 *
 * @module
 */
import type { TObject, TSchema } from "@sinclair/typebox";
import type { AnyElysia } from "elysia";
import { JSON_TYPE } from "../edge/answer/answer.ts";
import type { RouteHook } from "../edge/edge_route.ts";
import type { LiveExampleName } from "../edge/request/live_example.ts";
import { edgeRoutes, type MountedRoute } from "../edge/other_methods.ts";
import { type Parameters, parametersOf } from "../edge/request/parameter.ts";
import type { Family } from "../edge/answer/refusal.ts";
import type { Access, Audience } from "../edge/edge_path.ts";

/** What is answered with one status. Errors need no schema: their family has one. */
export interface AnswerDoc {
  readonly description: string;
  readonly schema?: TSchema;
  readonly example?: unknown;
  /** Examples of what else the answer can be. */
  readonly otherExamples?: ReadonlyArray<unknown>;
  /** The media type. */
  readonly type: string;
  /** An example of the same as a table, where it can be asked for. */
  readonly csv?: string;
}

/** The JSON body of a request. */
export interface BodyDoc {
  readonly description: string;
  readonly schema: TObject;
  readonly example: Readonly<Record<string, unknown>>;
  /** Fields whose example a sandbox fills in. */
  readonly liveExamples: Readonly<Record<string, LiveExampleName>>;
}

/** A route, as the documents tell it. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  /** A template such as `/api/v1/fees/event/id/{eventId}`. */
  readonly path: string;
  readonly family: Family;
  readonly access: Access;
  readonly audience: Audience;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: Parameters;
  readonly body: BodyDoc | undefined;
  readonly answers: Readonly<Record<number, AnswerDoc>>;
  readonly tellsCache: boolean;
  readonly isHidden: boolean;
}

/** Returns the operations of a plugin, in their order. */
export function operationsOf(app: AnyElysia): ReadonlyArray<Operation> {
  return edgeRoutes(app).map(operationOf);
}

/** Returns the operation of a route. */
export function operationOf({ route, detail }: MountedRoute): Operation {
  const { declared, family, access, audience, template, method, tellsCache } = route;
  const { params, query, headers, body, response = {}, isHidden = false } = declared;
  return {
    id: detail.operationId ?? "",
    method,
    path: template,
    family,
    access,
    audience,
    tag: detail.tags?.[0] ?? "",
    summary: detail.summary ?? "",
    description: detail.description ?? "",
    parameters: [
      ...parametersOf("path", params),
      ...parametersOf("query", query),
      ...parametersOf("header", headers),
    ],
    body: body && bodyDoc(body),
    answers: answerDocs(response),
    tellsCache,
    isHidden,
  };
}

function answerDocs(response: NonNullable<RouteHook["response"]>) {
  const docs: Record<number, AnswerDoc> = {};
  for (const [status, schema] of Object.entries(response)) {
    const { description = "", examples, contentMediaType: type = JSON_TYPE, ...of } = schema;
    const { csvExample, ...shape } = of as typeof of & { readonly csvExample?: string };
    const hasBody = examples !== undefined && schema["type"] !== "null";
    docs[Number(status)] = {
      description,
      type,
      ...(hasBody
        ? {
          schema: shape as TSchema,
          example: examples[0],
          otherExamples: examples.slice(1),
        }
        : {}),
      ...(csvExample === undefined ? {} : { csv: csvExample }),
    };
  }
  return docs;
}

function bodyDoc(schema: TObject): BodyDoc {
  const { description = "", examples, ...shape } = schema;
  const liveExamples = Object.fromEntries(
    parametersOf("query", schema).flatMap(({ name, liveExample }) =>
      liveExample === undefined ? [] : [[name, liveExample] as const]
    ),
  );
  return { description, schema: shape as TObject, example: examples?.[0], liveExamples };
}
