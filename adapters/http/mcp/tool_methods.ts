/**
 * `tools/list` and `tools/call`.
 *
 * @module
 */
import { Effect } from "effect";
import { isJsonObject, sentFields } from "../../../core/json/mod.ts";
import { type LiveExamples } from "../edge/request/live_example.ts";
import { nearestName } from "../../../core/nearest_name.ts";
import { QUOTED_CHARS_MAX } from "./json_rpc.ts";
import { invalidParams, type Method, type Methods, refuseCursor } from "./method.ts";
import { type Tool } from "./tool.ts";
import { callTool } from "./tool_call.ts";
import { toolList } from "./tool_list.ts";

/** What is offered, and the examples that a running sandbox knows. */
export interface OfferedTools<Ports> {
  readonly tools: ReadonlyArray<Tool<Ports>>;
  readonly liveExamples: () => Promise<LiveExamples>;
}

/** Makes the methods. */
export function toolMethods<Ports>(offered: OfferedTools<Ports>): Methods<Ports> {
  return new Map([["tools/list", listMethod(offered)], ["tools/call", callMethod(offered)]]);
}

function listMethod<Ports>({ tools, liveExamples }: OfferedTools<Ports>): Method<Ports> {
  return Effect.fnUntraced(function* (params, { call: { holder }, version }) {
    yield* refuseCursor(params);
    const live = yield* Effect.promise(liveExamples);
    return { tools: toolList(tools, { scopes: holder.key.scopes, version, live }) };
  });
}

function callMethod<Ports>({ tools }: OfferedTools<Ports>): Method<Ports> {
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
