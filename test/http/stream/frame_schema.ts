/**
 * Checks frames of the stream against the document that `/asyncapi.json` serves.
 *
 * The schemas are read out of the written document and not taken from where it was made from, so
 * that what is checked is what a client gets to read.
 *
 * @module
 */
import Ajv, { type ValidateFunction } from "ajv";
import { asyncApi } from "../../../adapters/http/document/asyncapi.ts";

/** The document as a client reads it. */
export const STREAM_DOCUMENT = JSON.parse(JSON.stringify(asyncApi()));

const ajv = new Ajv({ allErrors: true, strict: true });
ajv.addFormat("date-time", (text) => new Date(text).toJSON() === text);
ajv.addFormat("uri", (text) => URL.canParse(text));
ajv.addFormat("uuid", /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
// The schemas are looked up inside the document, whose own keys are not JSON Schema keywords.
ajv.addVocabulary(Object.keys(STREAM_DOCUMENT));
ajv.addSchema(STREAM_DOCUMENT, "stream");

/** A message of the document that one side may send. */
interface Message {
  readonly name: string;
  readonly check: ValidateFunction;
}

/** What an operation's references name, in the order of the document. */
function messagesOf(action: "send" | "receive"): ReadonlyArray<Message> {
  const messages = Object.values<Operation>(STREAM_DOCUMENT.operations)
    .flatMap((operation) =>
      operation.action === action ? operation.messages : operation.reply?.messages ?? []
    );
  const names = new Set(messages.map(({ $ref }) => $ref.split("/").at(-1) ?? ""));
  return [...names].map((name) => {
    const { $ref } = STREAM_DOCUMENT.channels.stream.messages[name];
    return { name, check: ajv.compile({ $ref: `stream${$ref}/payload` }) };
  });
}

interface Operation {
  readonly action: "send" | "receive";
  readonly messages: ReadonlyArray<{ readonly $ref: string }>;
  readonly reply?: Pick<Operation, "messages">;
}

const SERVER_MESSAGES = new Map(messagesOf("send").map(({ name, check }) => [name, check]));
const CLIENT_MESSAGES = messagesOf("receive");

/** The names of the frames that the service may send: their `type`. */
export const SERVER_FRAME_TYPES: ReadonlyArray<string> = [...SERVER_MESSAGES.keys()];

/**
 * What is wrong with a frame of the service, one line each; empty if it is as documented. `type`
 * must be its first key.
 */
export function checkFrame(text: string): ReadonlyArray<string> {
  const frame = readObject(text);
  if (frame === undefined) return ["is no JSON object"];
  const [firstKey] = Object.keys(frame);
  if (firstKey !== "type") return [`begins with ${firstKey}, not with type`];
  const check = SERVER_MESSAGES.get(String(frame["type"]));
  if (check === undefined) return [`has the unknown type ${JSON.stringify(frame["type"])}`];
  return errorsOf(check, frame);
}

/** What is wrong with a frame of a client, by each kind it could have been; empty if it fits. */
export function checkClientFrame(text: string): ReadonlyArray<string> {
  const frame = readObject(text);
  if (frame === undefined) return ["is no JSON object"];
  const found = CLIENT_MESSAGES.map(({ name, check }) =>
    errorsOf(check, frame).map((error) => `${name}: ${error}`)
  );
  return found.some((errors) => errors.length === 0) ? [] : found.flat();
}

function readObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? value as Record<string, unknown> : undefined;
  } catch {
    return undefined;
  }
}

function errorsOf(check: ValidateFunction, frame: unknown): ReadonlyArray<string> {
  if (check(frame)) return [];
  return (check.errors ?? []).map(({ instancePath, message, params }) =>
    `${instancePath === "" ? "the frame" : instancePath} ${message} ${JSON.stringify(params)}`
  );
}
