/**
 * `POST /mcp`: the Model Context Protocol over Streamable HTTP, for programs that choose tools.
 *
 * Every message is answered by itself, as JSON. There are no sessions and no streams, so any
 * replica answers any message; GET and DELETE are 405 as on every path that lacks them.
 *
 * @module
 */
import { Effect } from "effect";
import { readSentJson } from "../../../core/json/mod.ts";
import { type Answer, EncodedBody } from "../edge/answer.ts";
import { type LiveExamples } from "../edge/live_example.ts";
import { declareTextRoute, type Route } from "../edge/route.ts";
import { NOT_JSON } from "./json_rpc.ts";
import { answerBody, faultAnswer, type MessageAnswer, repeatedAnswer } from "./message_answer.ts";
import { makeMethods } from "./methods.ts";
import { refuseOrigin } from "./origin_check.ts";
import { makeTools, type ToolPorts } from "./tools.ts";

/** What the route answers from. */
export interface McpOptions<Ports> {
  /** The routes that tools ask. */
  readonly routes: ReadonlyArray<Route<Ports>>;
  /** The version of the service. */
  readonly version: string;
  /** Examples that a running sandbox knows. */
  readonly liveExamples?: (() => Promise<LiveExamples>) | undefined;
}

/** Makes the route. Throws if a route is missing that a tool asks. */
export function mcpRoute<Ports>(
  { routes, version, liveExamples = noExamples }: McpOptions<Ports>,
): Route<Ports | ToolPorts> {
  const methods = makeMethods({ tools: makeTools(routes), version, liveExamples });
  return declareTextRoute<Ports | ToolPorts>({
    method: "POST",
    path: "/mcp",
    family: "coded",
    access: "read",
    tag: "MCP",
    summary: "Tools and guides for programs that reason",
    description: "Takes and gives messages of JSON-RPC 2.0, as the guide on MCP describes them.",
    parameters: [],
    responses: { 200: { description: "The response to the message" } },
    isHidden: true,
    handle: (call) => {
      const refusal = refuseOrigin(call.request.headers);
      if (refusal !== undefined) return Effect.fail(refusal);
      const sent = readSentJson(call.textBody.text);
      if (sent.kind === "value") {
        return Effect.map(answerBody(methods, sent.value, call), toAnswer);
      }
      const refused = sent.kind === "repeated"
        ? repeatedAnswer(sent)
        : faultAnswer(undefined, NOT_JSON);
      return Effect.succeed(toAnswer(refused));
    },
  });
}

function toAnswer({ status, text }: MessageAnswer): Answer {
  return { status, body: new EncodedBody(text) };
}

function noExamples(): Promise<LiveExamples> {
  return Promise.resolve(new Map());
}
