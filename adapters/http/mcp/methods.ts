/**
 * All methods: those of the versions that begin with `initialize`, and those of the stateless one.
 *
 * @module
 */
import { Effect } from "effect";
import {
  invalidParams,
  type Method,
  type MethodCall,
  type Methods,
  refuseCursor,
} from "./method.ts";
import { negotiated, PROTOCOL_VERSIONS, type ProtocolVersion } from "./protocol_version.ts";
import type { OwnCommands } from "../edge/answer/hint.ts";
import { isCallerHere } from "../edge/request/local_caller.ts";
import type { Tool } from "./tool.ts";
import { toolMethods } from "./tool_methods.ts";
import { OUTPUT_TEMPLATE, outputResources } from "./tool_output.ts";
import { guideResources } from "./guide_resources.ts";
import { QUOTED_CHARS_MAX, RPC_CODE, type RpcFault } from "./json_rpc.ts";

/** The methods of resources, of which `outputs` are the output schemas of the tools. */
function resourceMethods(
  outputs: ReturnType<typeof outputResources>,
  { ownCommand, publicCommand }: OwnCommands,
): Methods<never> {
  const [here, elsewhere] = [guideResources(ownCommand), guideResources(publicCommand)];
  const guidesFor = ({ call }: MethodCall) => isCallerHere(call) ? here : elsewhere;
  const read: Method<never> = ({ uri }, asked) => {
    const { version } = asked;
    if (typeof uri !== "string") return invalidParams("Send the uri as text");
    const found = guidesFor(asked).contents.get(uri) ?? outputs.get(uri);
    return found === undefined
      ? Effect.fail(unknownResource(uri, version))
      : Effect.succeed({ contents: [found] });
  };
  const list = (result: object): Method<never> => (params) =>
    Effect.as(refuseCursor(params), result);
  return new Map([
    [
      "resources/list",
      (params, asked) => list({ resources: guidesFor(asked).listed })(params, asked),
    ],
    ["resources/templates/list", list({ resourceTemplates: [OUTPUT_TEMPLATE] })],
    ["resources/read", read],
  ]);
}

/** The data is the URI alone: that is how clients tell this fault from others of its code. */
function unknownResource(uri: string, { isStateless }: ProtocolVersion): RpcFault {
  const code = isStateless ? RPC_CODE.invalidParams : RPC_CODE.resourceNotFound;
  const data = { uri: uri.slice(0, QUOTED_CHARS_MAX) };
  return { code, message: "Resource not found", data, status: 200 };
}

/** For a model that chooses among the tools. */
const INSTRUCTIONS = [
  "Target prices of prediction-market windows, fees, sports games, outcome markets and orders.",
  "Prices are US dollars, amounts USDC or shares, times UTC.",
  "`ok: false`, null, `unknown` and `not_checked` mean that a value is not known: say so, and " +
  "do not guess one.",
  "A failed call has `error`, a stable `code` and a `hint` that says what to send instead; " +
  "wait `retryAfterSec` where it is given.",
  "To trade: preview_order, then place_order with its token within two minutes. Without an " +
  "answer send the same token, or the same key, again: it places at most one order. Ids of " +
  "wallets are from get_account, slugs of markets from get_active_windows.",
  "Lists have pages: ask again with `next_cursor` and the same filters until it is empty or null.",
  "Resources: guides with the rules behind every answer, and the schema of a tool's answer as " +
  "strikeline://output/<tool>.",
].join("\n");

/** The methods of both kinds of versions. */
export interface AllMethods<Ports> {
  readonly stateless: Methods<Ports>;
  readonly negotiated: Methods<Ports>;
}

/** Nothing is announced that changes or is pushed: tools and guides stay as they are. */
const CAPABILITIES = { tools: {}, resources: {} };

/** What all methods are made of. */
export interface MethodParts<Ports> {
  readonly tools: ReadonlyArray<Tool<Ports>>;
  /** That of the service. */
  readonly version: string;
  /** Write the operator's commands in guides, for callers on this machine and for others. */
  readonly commands: OwnCommands;
}

/** Makes the methods. */
export function makeMethods<Ports>(
  { version, tools, commands }: MethodParts<Ports>,
): AllMethods<Ports> {
  const serverInfo = { name: "strikeline", title: "Strikeline", version };
  const shared = new Map<string, Method<Ports>>([
    ...toolMethods(tools),
    ...resourceMethods(outputResources(tools), commands),
  ]);
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
  // Commands in guides depend on where the caller is.
  ["resources/list", "private"],
  ["resources/templates/list", "public"],
  ["resources/read", "private"],
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
