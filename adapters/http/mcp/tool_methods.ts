/**
 * `tools/list` and `tools/call`.
 *
 * @module
 */
import { Effect } from "effect";
import { isJsonObject, sentFields } from "../../../core/json/mod.ts";
import { nearestName } from "../../../core/nearest_name.ts";
import { QUOTED_CHARS_MAX } from "./json_rpc.ts";
import { invalidParams, type Method, type Methods, refuseCursor } from "./method.ts";
import type { Tool, ToolArguments } from "./tool.ts";
import type { Scope } from "../../../core/access/mod.ts";
import { refusalOfCause } from "../edge/answer/failure.ts";
import { missingScope } from "../edge/limit/key_check.ts";
import { type Refusal, statusOf, UNEXPECTED } from "../edge/answer/refusal.ts";
import { withReason } from "../edge/request_context.ts";
import type { KeyedCall } from "../edge/route_caller.ts";
import { answeredResult, refusedResult, type ToolResult } from "./tool_result.ts";

/** Calls a tool. Every failure is a result: only the protocol has faults. */
const callTool = Effect.fnUntraced(function* <Ports>(
  tool: Tool<Ports>,
  args: ToolArguments,
  call: KeyedCall,
): Effect.fn.Return<ToolResult, never, Ports> {
  const { key } = call.holder;
  if (!key.scopes.includes(tool.scope)) {
    return refusedResult(missingScope(tool.scope, key), call.ownCommand);
  }
  return yield* tool.run(args, call).pipe(
    Effect.flatMap((answer) => Effect.promise(() => answeredResult(answer))),
    Effect.catchCause((cause) => {
      const found: Refusal = refusalOfCause(cause) ?? { ...UNEXPECTED, why: cause };
      const refusal = withReason(found, { tellsReason: tool.tellsReason === true });
      return Effect.as(logRefusal(refusal), refusedResult(refusal, call.ownCommand));
    }),
    Effect.annotateLogs({ tool: tool.name, requestId: call.requestId }),
  );
});

/** As for any other request, what the service is to blame for is logged. */
function logRefusal(refusal: Refusal): Effect.Effect<void> {
  const status = statusOf(refusal, "coded");
  if (status < 500) return Effect.void;
  const why = refusal.why === undefined ? [] : [refusal.why];
  const line = refusal.error === UNEXPECTED.error
    ? Effect.logError("Cannot answer a call of a tool", ...why)
    : Effect.logWarning("Answered a call of a tool with a failure", ...why);
  return Effect.annotateLogs(line, { status });
}

/** Makes the methods. */
export function toolMethods<Ports>(tools: ReadonlyArray<Tool<Ports>>): Methods<Ports> {
  return new Map([["tools/list", listMethod(tools)], ["tools/call", callMethod(tools)]]);
}

function listMethod<Ports>(tools: ReadonlyArray<Tool<Ports>>): Method<Ports> {
  return (params, { call: { holder } }) =>
    Effect.as(refuseCursor(params), { tools: toolList(tools, holder.key.scopes) });
}

function callMethod<Ports>(tools: ReadonlyArray<Tool<Ports>>): Method<Ports> {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  return Effect.fnUntraced(function* (params, { call, version }) {
    const { name } = params;
    const args = params["arguments"] ?? {};
    if (typeof name !== "string") return yield* invalidParams("Send the tool's name as text");
    const tool = byName.get(name);
    if (tool === undefined) return yield* unknownTool(name, byName.keys());
    if (!isJsonObject(args)) return yield* invalidParams("Send the arguments as an object");
    const result = yield* callTool(tool, sentFields(args), call);
    const { content, isError } = result;
    return version.hasStructuredContent ? result : { content, isError };
  });
}

function unknownTool(name: string, known: Iterable<string>) {
  const nearest = nearestName(name, known);
  const hint = nearest === undefined ? "tools/list has every tool" : `Did you mean ${nearest}?`;
  return invalidParams(hint, `Unknown tool: ${name.slice(0, QUOTED_CHARS_MAX)}`);
}

/**
 * Describes the tools for holders of these scopes, always in the same order. A model reads all of
 * it, so what a call does not need is not there: output schemas are resources.
 */
function toolList<Ports>(tools: ReadonlyArray<Tool<Ports>>, scopes: ReadonlyArray<Scope>) {
  return tools.filter(({ scope }) => scopes.includes(scope))
    .map(({ name, description, inputSchema, hints }) => {
      return { name, description, inputSchema, annotations: hints };
    });
}
