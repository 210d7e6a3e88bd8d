/**
 * The Model Context Protocol over Streamable HTTP, for programs that choose tools.
 *
 * Every message is answered by itself, as JSON. There are no sessions and no streams, so any
 * replica answers any message; GET and DELETE are 405 as on every path that lacks them.
 *
 * @module
 */
import { Effect } from "effect";
import { type AnyElysia, Elysia, t } from "elysia";
import type { KeyHolder } from "../../../core/access/mod.ts";
import { readSentJson } from "../../../core/json/mod.ts";
import { EncodedBody } from "../edge/answer/answer.ts";
import { answers } from "../edge/answer/answers.ts";
import { edge } from "../edge/edge.ts";
import type { Gate, HandlerCall } from "../edge/gate.ts";
import { isLocalAddress } from "../edge/request/local_caller.ts";
import { otherMethods } from "../edge/other_methods.ts";
import type { TextBody } from "../edge/edge_path.ts";
import { NOT_JSON } from "./json_rpc.ts";
import { answerBody, faultAnswer, type MessageAnswer, repeatedAnswer } from "./message_answer.ts";
import { makeMethods } from "./methods.ts";
import { makeTools, type ToolPorts } from "./tools.ts";
import { Refused } from "../edge/answer/refusal.ts";

/** Returns the refusal of a request that comes from such a page. */
function refuseOrigin(headers: Headers): Refused | undefined {
  const origin = headers.get("origin");
  if (origin === null || isLocalAddress(origin)) return undefined;
  return new Refused({
    status: 403,
    error: "Cannot answer a web page of this origin",
    hint: "Call from a program, which sends no Origin, or from a page on http://localhost",
  });
}

/** What the route answers from. */
export interface McpOptions {
  /** The routes that tools ask. */
  readonly routes: AnyElysia;
  /** The version of the service. */
  readonly version: string;
}

/** The route. Throws if one is missing that a tool asks. */
export function mcp<Ports>(
  gate: Gate<Ports | ToolPorts>,
  { routes, version }: McpOptions,
) {
  const tools = makeTools<Ports>(routes);
  const methods = makeMethods({ tools, version, commands: gate.options });
  const answerTo = (call: HandlerCall, textBody: TextBody, holder: KeyHolder) => {
    const refusal = refuseOrigin(call.request.headers);
    if (refusal !== undefined) return Effect.fail(refusal);
    const sent = readSentJson(textBody.text);
    if (sent.kind === "value") {
      const asked = { ...call, textBody, holder };
      return Effect.map(answerBody(methods, sent.value, asked), toAnswer);
    }
    const refused = sent.kind === "repeated"
      ? repeatedAnswer(sent)
      : faultAnswer(undefined, NOT_JSON);
    return Effect.succeed(toAnswer(refused));
  };
  return new Elysia({ name: "mcp", tags: ["MCP"] })
    .use(edge(gate, "coded"))
    .post(
      "/mcp",
      ({ call, textBody, answerHolder }) =>
        answerHolder((holder) => answerTo(call, textBody, holder)),
      {
        access: "read",
        takesText: true,
        isHidden: true,
        response: answers("coded", { 200: t.Unknown() }),
      },
    )
    .use(otherMethods);
}

function toAnswer({ status, text }: MessageAnswer) {
  return { status, body: new EncodedBody(text).as<unknown>() };
}
