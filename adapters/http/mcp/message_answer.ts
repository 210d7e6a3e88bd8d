/**
 * Answers messages: one, or a list of them in the version that has lists.
 *
 * @module
 */
import { Effect, Result } from "effect";
import { type TextBody } from "../edge/edge_path.ts";
import type { KeyedCall } from "../edge/route_caller.ts";
import type { Refused } from "../edge/answer/refusal.ts";
import {
  faultText,
  invalidRequest,
  QUOTED_CHARS_MAX,
  readMessage,
  repeatedFault,
  resultText,
  RPC_CODE,
  type RpcFault,
  type RpcMessage,
  type RpcRequest,
} from "./json_rpc.ts";
import { type AllMethods } from "./methods.ts";
import { type ProtocolVersion, versionOfHeader, versionOfRequest } from "./protocol_version.ts";
import { checkMetadata } from "./request_metadata.ts";

/** The most messages in one body. */
export const BATCH_MAX = 20;

/** An HTTP response; `text` is empty where nothing is answered. */
export interface MessageAnswer {
  readonly status: number;
  readonly text: string;
}

const ACCEPTED: MessageAnswer = { status: 202, text: "" };

/** Answers what a body holds. Fails if its messages exceed the caller's quota. */
export function answerBody<Ports>(
  methods: AllMethods<Ports>,
  body: unknown,
  call: KeyedCall & { readonly textBody: TextBody },
): Effect.Effect<MessageAnswer, Refused, Ports> {
  return Array.isArray(body)
    ? answerBatch(methods, body, call)
    : answerMessage(methods, readMessage(body), call);
}

/** Answers one message. */
function answerMessage<Ports>(
  methods: AllMethods<Ports>,
  message: RpcMessage,
  call: KeyedCall,
): Effect.Effect<MessageAnswer, never, Ports> {
  if (message.kind === "request") return answerRequest(methods, message, call);
  const id = message.kind === "invalid" ? message.id : undefined;
  const fault = faultOf(message, versionOfHeader(call.request.headers));
  return Effect.succeed(fault === undefined ? ACCEPTED : faultAnswer(id, fault));
}

/** Returns what is wrong with a message that is no request. */
function faultOf(
  message: Exclude<RpcMessage, RpcRequest>,
  version: Result.Result<ProtocolVersion, RpcFault>,
): RpcFault | undefined {
  if (message.kind === "invalid") return invalidRequest(message.hint);
  if (Result.isFailure(version)) return version.failure;
  // The service asks clients for nothing; older ones may believe that it does.
  return message.kind === "response" && version.success.isStateless
    ? invalidRequest("Send requests and notifications")
    : undefined;
}

function answerRequest<Ports>(
  methods: AllMethods<Ports>,
  request: RpcRequest,
  call: KeyedCall,
): Effect.Effect<MessageAnswer, never, Ports> {
  const { id, method, params } = request;
  const { headers } = call.request;
  const found = versionOfRequest(headers, params);
  if (Result.isFailure(found)) return Effect.succeed(faultAnswer(id, found.failure));
  const version = found.success;
  const fault = version.isStateless ? checkMetadata(headers, request) : undefined;
  if (fault !== undefined) return Effect.succeed(faultAnswer(id, fault));
  const answer = (version.isStateless ? methods.stateless : methods.negotiated).get(method);
  if (answer === undefined) return Effect.succeed(faultAnswer(id, unknownMethod(method, version)));
  return Effect.match(answer(params, { call, version }), {
    onFailure: (fault) => faultAnswer(id, fault),
    onSuccess: (result) => ({ status: 200, text: resultText(id, result) }),
  });
}

/** Answers a list, one message after the other; each request in it counts as one. */
const answerBatch = Effect.fnUntraced(function* <Ports>(
  methods: AllMethods<Ports>,
  values: ReadonlyArray<unknown>,
  call: KeyedCall & { readonly textBody: TextBody },
): Effect.fn.Return<MessageAnswer, Refused, Ports> {
  const version = versionOfHeader(call.request.headers);
  const fault = Result.isFailure(version) ? version.failure : batchFault(values, version.success);
  if (fault !== undefined) return faultAnswer(undefined, fault);
  const messages = values.map(readBatched);
  const requests = messages.filter(({ kind }) => kind === "request").length;
  // The first one was counted with the body.
  if (requests > 1) yield* call.textBody.countMore(requests - 1);
  const answers = yield* Effect.forEach(messages, (one) => answerMessage(methods, one, call));
  const texts = answers.flatMap(({ text }) => text === "" ? [] : [text]);
  return texts.length === 0 ? ACCEPTED : { status: 200, text: `[${texts.join()}]` };
});

function batchFault(
  { length }: ReadonlyArray<unknown>,
  { hasBatches, name }: ProtocolVersion,
): RpcFault | undefined {
  if (!hasBatches) return invalidRequest(`Send one message: version ${name} has no lists of them`);
  return length >= 1 && length <= BATCH_MAX
    ? undefined
    : invalidRequest(`Send a list of 1 to ${BATCH_MAX} messages`);
}

function readBatched(value: unknown): RpcMessage {
  const message = readMessage(value);
  return message.kind === "request" && message.method === "initialize"
    ? { kind: "invalid", id: message.id, hint: "Send initialize alone" }
    : message;
}

/** The HTTP status says that a stateless version has no such method: older clients expect 200. */
function unknownMethod(method: string, { isStateless, name }: ProtocolVersion): RpcFault {
  return {
    code: RPC_CODE.methodNotFound,
    message: `Method not found: ${method.slice(0, QUOTED_CHARS_MAX)}`,
    data: { hint: `The service does not have it in version ${name} of the protocol` },
    status: isStateless ? 404 : 200,
  };
}

/**
 * Answers a body in which an object has the field `name` twice: nothing of it is done. `value` is
 * what is left of it with one of both.
 */
export function repeatedAnswer(
  { name, value }: { readonly name: string; readonly value: unknown },
): MessageAnswer {
  const message = readMessage(value);
  const id = "id" in message && name !== "id" ? message.id : undefined;
  return faultAnswer(id, repeatedFault(name));
}

/** Returns the answer for a fault in the protocol; without an id if it belongs to no request. */
export function faultAnswer(id: RpcRequest["id"] | undefined, fault: RpcFault): MessageAnswer {
  return { status: fault.status, text: faultText(id, fault) };
}
