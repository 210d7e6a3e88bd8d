/**
 * `resources/list`, `resources/read` and `resources/templates/list`.
 *
 * @module
 */
import { Effect } from "effect";
import { GUIDE_RESOURCES, readGuide } from "./guide_resources.ts";
import { QUOTED_CHARS_MAX, RPC_CODE, type RpcFault } from "./json_rpc.ts";
import { invalidParams, type Method, type Methods, refuseCursor } from "./method.ts";
import { type ProtocolVersion } from "./protocol_version.ts";

const read: Method<never> = ({ uri }, { version }) => {
  if (typeof uri !== "string") return invalidParams("Send the uri as text");
  const guide = readGuide(uri);
  return guide === undefined
    ? Effect.fail(unknownResource(uri, version))
    : Effect.succeed({ contents: [guide] });
};

/** The methods. There are no templates: a client that asks for them gets an empty list. */
export const RESOURCE_METHODS: Methods<never> = new Map(
  [
    ["resources/list", (params) => Effect.as(refuseCursor(params), { resources: GUIDE_RESOURCES })],
    [
      "resources/templates/list",
      (params) => Effect.as(refuseCursor(params), { resourceTemplates: [] }),
    ],
    ["resources/read", read],
  ] satisfies ReadonlyArray<readonly [string, Method<never>]>,
);

/** The data is the URI alone: that is how clients tell this fault from others of its code. */
function unknownResource(uri: string, { isStateless }: ProtocolVersion): RpcFault {
  const code = isStateless ? RPC_CODE.invalidParams : RPC_CODE.resourceNotFound;
  const data = { uri: uri.slice(0, QUOTED_CHARS_MAX) };
  return { code, message: "Resource not found", data, status: 200 };
}
