/**
 * A route of a plugin, as the document and the tools know routes.
 *
 * @module
 */
import type { TObject } from "@sinclair/typebox";
import { Effect, Result } from "effect";
import type { AnyElysia } from "elysia";
import { toRefusal } from "./failure.ts";
import type { Handled } from "./gate.ts";
import { edgeRoutes, type MountedRoute } from "./other_methods.ts";
import { parametersOf } from "./parameter.ts";
import { Refused } from "./refusal.ts";
import type { BodyDoc, Method, ResponseDoc, Route } from "./route.ts";
import { JSON_TYPE } from "./answer.ts";

/** Returns the routes of a plugin. */
export function routesOf<Ports>(app: AnyElysia): ReadonlyArray<Route<Ports>> {
  return edgeRoutes(app).map((mounted) => toRoute<Ports>(mounted));
}

function toRoute<Ports>({ route, handler, detail }: MountedRoute): Route<Ports> {
  const { declared, family, access, template, method } = route;
  const { params, query, headers, body, response = {}, ...flags } = declared;
  return {
    ...flags,
    method: method as Method,
    path: template,
    family,
    access,
    tag: detail.tags?.[0] ?? "",
    summary: detail.summary ?? "",
    description: detail.description ?? "",
    parameters: [
      ...parametersOf("path", params),
      ...parametersOf("query", query),
      ...parametersOf("header", headers),
    ],
    ...(body === undefined ? {} : { body: bodyDoc(body) }),
    responses: Object.fromEntries(
      Object.entries(response).map(([status, schema]): [string, ResponseDoc] => {
        const { description = "", examples, contentMediaType, ...shape } = schema;
        const isError = Number(status) >= 400 && examples === undefined;
        return [status, {
          description,
          ...(isError || schema["type"] === "null" ? {} : {
            schema: shape as typeof schema,
            example: examples?.[0],
            type: contentMediaType ?? JSON_TYPE,
          }),
        }];
      }),
    ),
    sendsCacheHeader: declared.tellsCache === true,
    handle: (call) => {
      const { query, path, body, holder } = call as unknown as {
        query: Record<string, string>;
        path: Record<string, string>;
        body: ReadonlyMap<string, unknown>;
        holder: never;
      };
      void path;
      const search = new URLSearchParams(
        Object.entries(query).filter(([, value]) => value !== undefined),
      );
      const read = route.read({ url: `http://localhost${template}?${search}` }, call.nowMs);
      if (Result.isFailure(read)) return Effect.fail(new Refused(toRefusal(read.failure)));
      const fields = declared.body === undefined ? undefined : route.readBody(body, call.nowMs);
      if (fields !== undefined && Result.isFailure(fields)) {
        return Effect.fail(new Refused(toRefusal(fields.failure)));
      }
      const handled = handler({
        ...read.success,
        body: fields?.success,
        call,
        textBody: call.textBody,
        answer: (answer: unknown) => answer,
        answerHolder: (answer: unknown) => answer,
      }) as Handled<Ports>;
      return (typeof handled === "function" ? handled(holder) : handled) as never;
    },
  };
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
