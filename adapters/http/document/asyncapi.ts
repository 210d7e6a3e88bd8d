/**
 * The AsyncAPI 3 document of the stream, made from the schemas of its frames.
 *
 * @module
 */
import { type NamedSchemas, writeSchema } from "./openapi_schema.ts";
import { withExamples } from "./schema_examples.ts";
import {
  STREAM_FRAMES,
  STREAM_OPERATIONS,
  type StreamOperation,
} from "../stream/stream_operations.ts";
import { streamText } from "../stream/stream_text.ts";
import { type FrameDoc } from "../stream/wire_frame.ts";

/** A WebSocket server cannot be named relative to the document, as an HTTP one can. */
const ADDRESS = {
  host: "{address}",
  variables: {
    address: {
      default: "127.0.0.1:3000",
      description: "The host, and the port if need be, that this document came from",
    },
  },
};

const CHANNEL = {
  address: "/api/v1/stream",
  title: "Stream",
  summary: "Every topic, over one socket",
  description: "Text frames, each one JSON object",
  bindings: { ws: { method: "GET", bindingVersion: "0.1.0" } },
};

/** The document, ready to be written as JSON. */
export function asyncApi() {
  const named: NamedSchemas = new Map();
  const messages = STREAM_FRAMES.map((frame) => [frame.name, messageOf(frame, named)]);
  return {
    asyncapi: "3.0.0",
    info: {
      title: "Strikeline: the stream",
      version: "1.0.0",
      description: streamText(),
      license: { name: "MIT" },
    },
    defaultContentType: "application/json",
    servers: {
      service: { ...ADDRESS, protocol: "ws", description: "This service" },
      proxied: { ...ADDRESS, protocol: "wss", description: "This service behind a TLS proxy" },
    },
    channels: {
      stream: {
        ...CHANNEL,
        messages: Object.fromEntries(
          STREAM_FRAMES.map(({ name }) => [name, { $ref: `#/components/messages/${name}` }]),
        ),
      },
    },
    operations: Object.fromEntries(
      STREAM_OPERATIONS.map((operation) => [operation.name, operationOf(operation)]),
    ),
    components: {
      messages: Object.fromEntries(messages),
      schemas: Object.fromEntries(named),
      correlationIds: {
        request: {
          location: "$message.payload#/id",
          description: "A message and its answer have the same `id`, if the message had one",
        },
      },
    },
  };
}

function messageOf({ name, summary, schema, examples }: FrameDoc, named: NamedSchemas) {
  return {
    name,
    summary,
    ...("id" in schema.properties
      ? { correlationId: { $ref: "#/components/correlationIds/request" } }
      : {}),
    payload: withExamples(writeSchema(schema, named), Object.values(examples), named),
    examples: Object.entries(examples).map(([shows, payload]) => ({ name: shows, payload })),
  };
}

function operationOf({ action, summary, frames, answers }: StreamOperation) {
  const channel = { $ref: "#/channels/stream" };
  return {
    action,
    channel,
    summary,
    messages: frames.map(toReference),
    ...(answers === undefined ? {} : { reply: { channel, messages: answers.map(toReference) } }),
  };
}

function toReference({ name }: FrameDoc) {
  return { $ref: `#/channels/stream/messages/${name}` };
}
