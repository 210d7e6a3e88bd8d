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
import type { Operation } from "../document/operation.ts";
import { type Answer } from "../edge/answer/answer.ts";
import { type Failure } from "../edge/answer/failure.ts";
import { Refused } from "../edge/answer/refusal.ts";
import type { SentFields } from "../edge/request/read_fields.ts";
import type { CallRoute, KeyedCall } from "../edge/route_caller.ts";
import { refuse } from "../wire/kind.ts";
import { wordFor } from "../wire/word_for.ts";
import { bodyInput, toolInput } from "./tool_input.ts";
import { toolOutput } from "./tool_output.ts";

/**
 * What a program may assume about a tool before it calls it, in the words of MCP. Hints that are
 * left out have the protocol's defaults: a tool changes something, and asks the world outside.
 */
export type ToolHints =
  | { readonly readOnlyHint: true }
  | { readonly destructiveHint: true; readonly idempotentHint: true };

/** The hints of tools that only read. */
export const READS: ToolHints = { readOnlyHint: true };

/** The hints of tools that place and cancel orders, which may be called again with the same. */
export const CHANGES: ToolHints = { destructiveHint: true, idempotentHint: true };

/** How a tool is described to whoever chooses it. */
export interface ToolAbout {
  readonly name: string;
  readonly description: string;
  readonly hints: ToolHints;
}

/** The arguments of a call. Numbers are `JsonNumber`; no value is null. */
export type ToolArguments = SentFields;

/** A tool. */
export interface Tool<Ports> extends ToolAbout {
  /** What a key must be allowed to see and call it, besides `read`. */
  readonly scope: Scope;
  /** Whether every refusal says in one word why no order was placed. */
  readonly tellsReason?: boolean;
  readonly inputSchema: PlainSchema;
  readonly outputSchema: PlainSchema;
  readonly run: (
    args: ToolArguments,
    call: KeyedCall,
  ) => Effect.Effect<Answer, Failure, Ports>;
}

/** A route that tools ask. */
export interface AskedRoute<Ports> {
  readonly operation: Operation;
  readonly call: CallRoute<Ports>;
}

/** Calls a route with arguments, as whoever calls the tool. */
export type RunRoute<Ports> = (
  args: ToolArguments,
  call: KeyedCall,
  headers?: Readonly<Record<string, string>>,
) => Effect.Effect<Answer, Failure, Ports>;

/** Makes a tool that asks a route. `preset`: parameters that the tool sets itself. */
export function routeTool<Ports>(
  asked: AskedRoute<Ports>,
  about: ToolAbout & {
    readonly scope?: Scope;
    readonly preset?: Readonly<Record<string, string>>;
  },
): Tool<Ports> {
  const { scope = "read", preset = {}, ...rest } = about;
  const { body, parameters, answers } = asked.operation;
  const presetFields = Object.entries(preset);
  const taken = parameters.filter((one) => one.in !== "header" && !(one.name in preset));
  const runRoute = routeRunner(asked);
  return {
    ...rest,
    scope,
    inputSchema: body === undefined ? toolInput(taken) : bodyInput(body.schema),
    outputSchema: toolOutput(answers[200] ?? {}),
    run: (args, call) => {
      const refused = presetFields.find(([name]) => args.has(name));
      return refused === undefined
        ? runRoute(new Map([...args, ...presetFields]), call)
        : Effect.fail(new Refused(presetRefusal(refused[0], about.name)));
    },
  };
}

/** Returns a function that calls a route. */
export function routeRunner<Ports>(
  { operation: { method, path, body }, call: callRoute }: AskedRoute<Ports>,
): RunRoute<Ports> {
  return Effect.fnUntraced(function* (args, call, headers = {}) {
    // The handler sees no header of the message around it.
    const request = new Request(`http://localhost${path}`, { method, headers });
    const filled = yield* Effect.fromResult(fillPath(path, args));
    const sent = body === undefined
      ? { query: yield* Effect.fromResult(queryText(filled.rest)) }
      : { fields: filled.rest };
    return yield* callRoute({ path: filled.path, ...sent }, { ...call, request });
  });
}

/** Writes arguments into the path that the route reads, and returns the others. */
function fillPath(template: string, args: ToolArguments) {
  const rest = new Map(args);
  return Result.gen(function* () {
    let path = template;
    for (const [slot, name = ""] of template.matchAll(/{(\w+)}/g)) {
      if (!rest.has(name)) {
        return yield* refuse({ name: "a request without" }, name, `Send ${name}`);
      }
      const text = argumentText(rest.get(name));
      if (text === undefined) {
        return yield* refuse({ name }, wordFor(rest.get(name)).toWellFormed(), ARGUMENT_HINT);
      }
      path = path.replace(slot, () => encodeURIComponent(text));
      rest.delete(name);
    }
    return { path, rest };
  });
}

/** Writes arguments as the query that the route reads, so that they are read in one way. */
function queryText(args: ToolArguments): Result.Result<string, RequestRejected> {
  return Result.map(
    Result.all([...args].map(([name, value]) => {
      const text = argumentText(value);
      return text === undefined || !name.isWellFormed()
        ? refuse({ name: name.toWellFormed() }, wordFor(value).toWellFormed(), ARGUMENT_HINT)
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
