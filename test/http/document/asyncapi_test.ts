import { describe, expect, test } from "bun:test";
import asyncApiSpec from "@asyncapi/specs/schemas/3.0.0.json";
import { Value } from "@sinclair/typebox/value";
import Ajv from "ajv";
import { STREAM_LIMITS } from "../../../adapters/http/stream/stream_limits.ts";
import {
  STREAM_FRAMES,
  STREAM_OPERATIONS,
} from "../../../adapters/http/stream/stream_operations.ts";
import {
  checkClientFrame,
  checkFrame,
  SERVER_FRAME_TYPES,
  STREAM_DOCUMENT,
} from "../stream/frame_schema.ts";
import { testServer } from "../edge/test_server.ts";
import "../edge/wire_formats.ts";

const CLIENT_NAMES = new Set(
  STREAM_OPERATIONS.filter(({ action }) => action === "receive")
    .flatMap(({ frames }) => frames.map(({ name }) => name)),
);

/** The check that a frame of this name must pass. */
function checkOf(name: string) {
  return CLIENT_NAMES.has(name) ? checkClientFrame : checkFrame;
}

const EXAMPLES = STREAM_FRAMES.flatMap((frame) =>
  Object.entries(frame.examples).map(([shows, payload]) =>
    [`${frame.name}, ${shows}`, frame, payload as Record<string, unknown>] as const
  )
);

/** Every reference in a value, at any depth. */
function* referencesIn(value: unknown): Generator<string> {
  if (typeof value !== "object" || value === null) return;
  for (const [key, item] of Object.entries(value)) {
    if (key === "$ref") yield String(item);
    yield* referencesIn(item);
  }
}

describe("the stream's document", () => {
  // The specification brings JSON Schema's own schema with it, which must not stand here twice, and
  // names formats that no field of ours has.
  const ajv = new Ajv({
    strict: false,
    meta: false,
    validateSchema: false,
    validateFormats: false,
  });
  const checkDocument = ajv.compile(asyncApiSpec);

  test("is AsyncAPI 3.0.0 by that specification's own schema", () => {
    checkDocument(STREAM_DOCUMENT);
    expect(checkDocument.errors ?? []).toEqual([]);
    const { stream } = STREAM_DOCUMENT.channels;
    const wrong = { ...STREAM_DOCUMENT, channels: { stream: { ...stream, adress: "/" } } };
    expect(checkDocument(wrong)).toBe(false);
  });

  test("has no dangling reference", () => {
    const refs = [...referencesIn(STREAM_DOCUMENT)];
    expect(refs.length).toBeGreaterThan(30);
    for (const ref of refs) {
      const found = ref.slice(2).split("/").reduce((node, key) => node?.[key], STREAM_DOCUMENT);
      expect(found).toBeObject();
    }
    expect(JSON.stringify(STREAM_DOCUMENT)).not.toContain("$id");
  });

  test("has every frame of the service, by its type", () => {
    expect([...SERVER_FRAME_TYPES].sort()).toEqual([
      "claim",
      "error",
      "feed",
      "fill",
      "game",
      "gap",
      "hello",
      "merge",
      "order",
      "pong",
      "quote",
      "split",
      "spot",
      "subscribed",
      "target",
      "twap",
      "unsubscribed",
      "window",
    ]);
    for (const { name, schema } of STREAM_FRAMES.filter(({ name }) => !CLIENT_NAMES.has(name))) {
      expect(schema.properties["type"]?.["const"]).toBe(name);
      expect(Object.keys(schema.properties)[0]).toBe("type");
    }
  });

  test("states the served address and its limits", () => {
    expect(STREAM_DOCUMENT.channels.stream.address).toBe("/api/v1/stream");
    const [hello] = STREAM_DOCUMENT.components.messages.hello.examples;
    expect(hello.payload.limits).toEqual(STREAM_LIMITS);
    const { description } = STREAM_DOCUMENT.info;
    for (const limit of Object.values(STREAM_LIMITS)) expect(description).toContain(` ${limit} `);
    for (const code of [1001, 1009, 1013, 4000, 426, 429]) expect(description).toContain(`${code}`);
  });

  test("describes every field", () => {
    for (const { schema } of STREAM_FRAMES) {
      for (const [field, { description }] of Object.entries(schema.properties)) {
        if (field !== "op" && field !== "type") {
          expect([field, description]).toEqual([field, expect.any(String)]);
        }
      }
    }
  });

  test("is what /asyncapi.json answers", async () => {
    const response = await testServer().get("/asyncapi.json");
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await response.json()).toEqual(STREAM_DOCUMENT);
  });
});

describe("every frame", () => {
  test("has an example", () => {
    expect(new Set(EXAMPLES.map(([, { name }]) => name)).size).toBe(STREAM_FRAMES.length);
  });

  test.each([...EXAMPLES])("fits its schema: %s", (_, { name, schema }, payload) => {
    expect(checkOf(name)(JSON.stringify(payload))).toEqual([]);
    expect([...Value.Errors(schema, payload)]).toEqual([]);
  });

  test.each([...EXAMPLES])("may have no other key: %s", (_, { name, schema }, payload) => {
    const longer = { ...payload, extra: 1 };
    expect(checkOf(name)(JSON.stringify(longer))).not.toEqual([]);
    expect(Value.Check(schema, longer)).toBe(false);
  });

  test.each([...EXAMPLES])("needs what it must have: %s", (_, { name, schema }, payload) => {
    for (const field of schema.required ?? []) {
      const { [field]: _gone, ...shorter } = payload;
      expect(checkOf(name)(JSON.stringify(shorter))).not.toEqual([]);
    }
  });

  test.each([...EXAMPLES])("is distinct from every other: %s", (_, { name }, payload) => {
    const fitting = STREAM_FRAMES.filter(({ schema }) => Value.Check(schema, payload));
    expect(fitting.map((frame) => frame.name)).toEqual([name]);
  });
});

describe("a frame of the service is refused", () => {
  const examples = STREAM_DOCUMENT.components.messages;
  const wrong = (name: string, change: object) =>
    JSON.stringify({ ...examples[name].examples[0].payload, ...change });

  test.each([
    ["with an asset that is not served", wrong("target", { asset: "xyz" })],
    ["with a price as text", wrong("target", { price: "87648.21" })],
    ["with a half second", wrong("target", { seq: 1_767_225_600.5 })],
    ["with a topic of another kind", wrong("target", { topic: "twap:btc:60" })],
    ["with more to the topic", wrong("target", { topic: "targets:btc:5min:1" })],
    ["with a whole instant", wrong("target", { publishedAt: "2026-01-01T00:00:01Z" })],
    ["with a page that is no URL", wrong("target", { url: "btc-updown-5m-1767225600" })],
    ["with zeros at a number's end", wrong("twap", { value: "87648.210" })],
    ["with a point and nothing after it", wrong("twap", { value: "87648." })],
    ["with a number that went through a float", wrong("twap", { valueE18: "8.764821e+22" })],
    ["with a reason that has no name", wrong("gap", { reason: "unlucky" })],
    ["with a state that has no name", wrong("feed", { state: "unknown" })],
    ["with a code that does not exist", wrong("error", { code: "oops" })],
  ])("%s", (_, text) => {
    expect(checkFrame(text)).not.toEqual([]);
  });
});
