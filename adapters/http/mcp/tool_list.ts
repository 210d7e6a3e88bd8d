/**
 * The list of tools that a key may call.
 *
 * @module
 */
import type { Scope } from "../../../core/access/mod.ts";
import { type LiveExamples } from "../edge/request/live_example.ts";
import { type ProtocolVersion } from "./protocol_version.ts";
import { type Tool } from "./tool.ts";

/** Describes the tools for holders of these scopes, always in the same order. */
export function toolList<Ports>(
  tools: ReadonlyArray<Tool<Ports>>,
  { scopes, version, live }: {
    readonly scopes: ReadonlyArray<Scope>;
    readonly version: ProtocolVersion;
    readonly live: LiveExamples;
  },
) {
  return tools.filter(({ scope }) => scopes.includes(scope))
    .map(({ name, title, description, hints, inputSchema, outputSchema }) => ({
      name,
      ...(version.hasStructuredContent ? { title } : {}),
      description,
      inputSchema: inputSchema(live),
      ...(version.hasStructuredContent ? { outputSchema } : {}),
      annotations: { title, ...hints },
    }));
}
