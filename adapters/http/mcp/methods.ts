/**
 * All methods: those of the versions that begin with `initialize`, and those of the stateless one.
 *
 * @module
 */
import { Effect } from "effect";
import { INSTRUCTIONS } from "./instructions.ts";
import { type Method, type Methods } from "./method.ts";
import { negotiated, PROTOCOL_VERSIONS } from "./protocol_version.ts";
import { RESOURCE_METHODS } from "./resource_methods.ts";
import { type OfferedTools, toolMethods } from "./tool_methods.ts";

/** The methods of both kinds of versions. */
export interface AllMethods<Ports> {
  readonly stateless: Methods<Ports>;
  readonly negotiated: Methods<Ports>;
}

/** Nothing is announced that changes or is pushed: tools and guides stay as they are. */
const CAPABILITIES = { tools: {}, resources: {} };

/** Makes the methods. `version` is that of the service. */
export function makeMethods<Ports>(
  { version, ...offered }: OfferedTools<Ports> & { readonly version: string },
): AllMethods<Ports> {
  const serverInfo = { name: "strikeline", title: "Strikeline", version };
  const shared = new Map<string, Method<Ports>>([...toolMethods(offered), ...RESOURCE_METHODS]);
  const stateless = [...shared, ["server/discover", discover] as const];
  return {
    stateless: new Map(
      stateless.map(([name, method]) => [name, stamped(method, { name, serverInfo })]),
    ),
    negotiated: new Map<string, Method<Ports>>([
      ...shared,
      ["initialize", ({ protocolVersion }) =>
        Effect.succeed({
          protocolVersion: negotiated(protocolVersion).name,
          capabilities: CAPABILITIES,
          serverInfo,
          instructions: INSTRUCTIONS,
        })],
      ["ping", () => Effect.succeed({})],
    ]),
  };
}

const discover: Method<never> = () =>
  Effect.succeed({
    supportedVersions: PROTOCOL_VERSIONS.map(({ name }) => name),
    capabilities: CAPABILITIES,
    instructions: INSTRUCTIONS,
  });

/** How long a client may keep an answer of the stateless version, in milliseconds. */
const KEPT_MS = 300_000;

/** Who may share a kept answer. Answers of other methods are not kept. */
const CACHE_SCOPE: ReadonlyMap<string, "public" | "private"> = new Map([
  ["server/discover", "public"],
  // It depends on what the key may do.
  ["tools/list", "private"],
  ["resources/list", "public"],
  ["resources/templates/list", "public"],
  ["resources/read", "public"],
]);

/** Adds what results have where there is no `initialize`: their type, their age and the server. */
function stamped<Ports>(
  method: Method<Ports>,
  { name, serverInfo }: { readonly name: string; readonly serverInfo: object },
): Method<Ports> {
  const cacheScope = CACHE_SCOPE.get(name);
  const stamps = {
    resultType: "complete",
    ...(cacheScope === undefined ? {} : { ttlMs: KEPT_MS, cacheScope }),
    _meta: { "io.modelcontextprotocol/serverInfo": serverInfo },
  };
  return (params, call) => Effect.map(method(params, call), (result) => ({ ...result, ...stamps }));
}
