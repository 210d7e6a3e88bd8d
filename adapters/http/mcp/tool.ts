/**
 * A tool: something that a program may ask for, made from the declaration of a route.
 *
 * A call reads its arguments as the route reads a query or a body, and runs the route's handler.
 *
 * @module
 */
import { Effect, Result } from "effect";
import type { Scope } from "../../../core/access/mod.ts";
import { JsonNumber } from "../../../core/json/mod.ts";
import type { RequestRejected } from "../../../core/request.ts";
import { type PlainSchema } from "../document/openapi_schema.ts";
import { type Answer } from "../edge/answer.ts";
import { type BodyFields, checkFields } from "../edge/body.ts";
import { refuseField, wordFor } from "../edge/body_field.ts";
import { type Failure } from "../edge/failure.ts";
import { type LiveExamples } from "../edge/live_example.ts";
import { type Parameter } from "../edge/parameter.ts";
import { Refused } from "../edge/refusal.ts";
import { type KeyedCall, type Route } from "../edge/route.ts";
import { callRoute, prepareRoute } from "../edge/route_call.ts";
import { bodyInput, type OutputDoc, queryInput, toolOutput } from "./tool_schema.ts";

/** What a program may assume about a tool before it calls it, in the words of MCP. */
export interface ToolHints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  /** Whether the answer comes from outside this service. */
  readonly openWorldHint: boolean;
}

/** How a tool is described to whoever chooses it. */
export interface ToolAbout {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly hints: ToolHints;
}

/** The arguments of a call. Numbers are `JsonNumber`; no value is null. */
export type ToolArguments = BodyFields;

/** A tool. */
export interface Tool<Ports> extends ToolAbout {
  /** What a key must be allowed to see and call it, besides `read`. */
  readonly scope: Scope;
  readonly inputSchema: (live: LiveExamples) => PlainSchema;
  readonly outputSchema: PlainSchema;
  readonly run: (
    args: ToolArguments,
    call: KeyedCall,
  ) => Effect.Effect<Answer, Failure, Ports>;
}

/** Calls a route with arguments, as whoever calls the tool. */
export type RunRoute<Ports> = (
  args: ToolArguments,
  call: KeyedCall,
  headers?: Readonly<Record<string, string>>,
) => Effect.Effect<Answer, Failure, Ports>;

/** Makes a tool that asks a route. `preset`: parameters that the tool sets itself. */
export function routeTool<Ports>(
  route: Route<Ports>,
  about: ToolAbout & {
    readonly scope?: Scope;
    readonly preset?: Readonly<Record<string, string>>;
  },
): Tool<Ports> {
  const { scope = "read", preset = {}, ...rest } = about;
  const presetFields = Object.entries(preset);
  const parameters = queryOf(route).filter(({ name }) => !(name in preset));
  const runRoute = routeRunner(route);
  return {
    ...rest,
    scope,
    inputSchema: (live) =>
      route.body === undefined ? queryInput(parameters, live) : bodyInput(route.body, live),
    outputSchema: toolOutput(outputOf(route)),
    run: (args, call) => {
      const taken = presetFields.find(([name]) => args.has(name));
      return taken === undefined
        ? runRoute(new Map([...args, ...presetFields]), call)
        : Effect.fail(new Refused(presetRefusal(taken[0], about.name)));
    },
  };
}

/** Returns a function that calls a route. */
export function routeRunner<Ports>(route: Route<Ports>): RunRoute<Ports> {
  const prepared = prepareRoute(route);
  const { method, path, body } = route;
  return (args, call, headers = {}) =>
    Effect.suspend(() => {
      const fields = body === undefined ? Result.succeed(NO_FIELDS) : checkFields(args, body);
      if (Result.isFailure(fields)) return Effect.fail(new Refused(fields.failure));
      const query = body === undefined ? queryText(args) : Result.succeed("");
      if (Result.isFailure(query)) return Effect.fail(query.failure);
      // The handler sees no header of the message around it.
      const request = new Request(`http://localhost${path}`, { method, headers });
      const sent = { ...call, query: query.success, path, body: fields.success, request };
      const called = callRoute(prepared, sent);
      if (Result.isFailure(called)) return Effect.fail(called.failure);
      return Effect.isEffect(called.success) ? called.success : Effect.succeed(called.success);
    });
}

/** Returns what a route answers with status 200. */
export function outputOf<Ports>({ responses }: Route<Ports>): OutputDoc {
  return responses[200] ?? {};
}

const NO_FIELDS: BodyFields = new Map();

function queryOf<Ports>({ parameters }: Route<Ports>): ReadonlyArray<Parameter> {
  return parameters.filter((parameter) => parameter.in === "query");
}

/** Writes arguments as the query that the route reads, so that they are read in one way. */
function queryText(args: ToolArguments): Result.Result<string, RequestRejected> {
  return Result.map(
    Result.all([...args].map(([name, value]) => {
      const text = argumentText(value);
      return text === undefined || !name.isWellFormed()
        ? refuseField(name.toWellFormed(), wordFor(value).toWellFormed(), ARGUMENT_HINT)
        : Result.succeed(`${encodeURIComponent(name)}=${encodeURIComponent(text)}`);
    })),
    (pairs) => pairs.join("&"),
  );
}

const ARGUMENT_HINT = "Send text, a number, true or false";

function argumentText(value: unknown): string | undefined {
  if (value instanceof JsonNumber) return value.text;
  if (typeof value === "boolean") return String(value);
  return typeof value === "string" && value.isWellFormed() ? value : undefined;
}

function presetRefusal(name: string, tool: string) {
  return {
    status: 400,
    error: `Cannot use argument "${name}" here`,
    hint: `Leave it out: ${tool} sets it itself`,
  };
}
