/** What the document says of webhooks. @module */
import { describe, expect, test } from "bun:test";
import { Webhook } from "standardwebhooks";
import { GUIDES } from "../../../adapters/http/document/guides.ts";
import { openApiOf } from "../../../adapters/http/document/openapi.ts";
import { partsInPlace } from "../../../app/ship/openapi_document.ts";
import { WEBHOOK_EVENTS } from "../../../core/webhook/mod.ts";
import { DOCUMENTED } from "../account/keyed_server.ts";
import { checkMessage } from "../webhook/check_message.ts";
import { QUIET_EDGE } from "../edge/quiet_edge.ts";

interface Entry {
  readonly post: {
    readonly operationId: string;
    readonly parameters: ReadonlyArray<{
      readonly name: string;
      readonly in: string;
      readonly required: boolean;
      readonly example: string | number;
    }>;
    readonly requestBody: {
      readonly content: {
        readonly "application/json": {
          readonly schema: { readonly $ref: string };
          readonly example: { readonly type: string };
        };
      };
    };
    readonly responses: Readonly<Record<string, { readonly description: string }>>;
  };
}

const written = partsInPlace(JSON.parse(JSON.stringify(openApiOf(DOCUMENTED, QUIET_EDGE))));
const webhooks: Readonly<Record<string, Entry>> = written.webhooks;
const entries = Object.entries(webhooks);
const guide = GUIDES.find(({ name }) => name === "webhooks")?.markdown ?? "";

describe("the document's webhooks", () => {
  test("are every event, and the ping of an operator", () => {
    expect(Object.keys(webhooks)).toEqual([...WEBHOOK_EVENTS, "ping"]);
    for (const event of Object.keys(webhooks)) expect(guide).toContain(`| \`${event}\``);
  });

  test.each(entries)("%s has a message of its own, with an example", (event, { post }) => {
    const { schema, example } = post.requestBody.content["application/json"];
    const name = schema.$ref.split("/").at(-1) ?? "";
    expect(written.components.schemas[name].properties.type.const).toBe(event);
    expect(example.type).toBe(event);
    expect(checkMessage(JSON.stringify(example))).toEqual([]);
  });

  test.each(entries)("%s has the headers, and what a receiver answers", (_, { post }) => {
    expect(post.parameters).toMatchObject(
      ["webhook-id", "webhook-timestamp", "webhook-signature"]
        .map((name) => ({ name, in: "header", required: true })),
    );
    expect(Object.keys(post.responses)).toContainValues(["2XX", "default"]);
  });

  test("name operations that no request has", () => {
    const requests = Object.values<Record<string, { readonly operationId: string }>>(written.paths)
      .flatMap((operations) => Object.values(operations));
    const ids = [...requests, ...entries.map(([, { post }]) => post)]
      .map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("have headers that sign the ping with the secret of the guide", () => {
    const { post } = webhooks["ping"] ?? expect.unreachable();
    const { example } = post.requestBody.content["application/json"];
    const headers = Object.fromEntries(post.parameters.map(({ name, example }) => [name, example]));
    const [secret = ""] = /whsec_\S+/.exec(guide) ?? [];
    const at = new Date(Number(headers["webhook-timestamp"]) * 1000);
    const body = JSON.stringify(example);
    const signature = new Webhook(secret).sign(String(headers["webhook-id"]), at, body);
    expect(signature).toBe(String(headers["webhook-signature"]));
    for (const text of [body, ...Object.values(headers)]) expect(guide).toContain(String(text));
  });
});
