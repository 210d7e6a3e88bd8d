/**
 * The `webhooks` of the OpenAPI document: what is posted to receivers, and what they answer.
 *
 * @module
 */
import { JSON_TYPE } from "../edge/answer/answer.ts";
import { WEBHOOK_MESSAGES, type WebhookMessageDoc } from "../webhook/wire_webhook.ts";
import { type NamedSchemas, writeSchema } from "./openapi_schema.ts";
import { withExamples } from "./schema_examples.ts";

/** The tag of every webhook. */
export const WEBHOOKS_TAG = "Webhooks";

/** Returns the entries, by event. Named schemas go to `named`. */
export function webhooksOf(named: NamedSchemas) {
  return Object.fromEntries(
    Object.entries(WEBHOOK_MESSAGES).map(([event, doc]) => [
      event,
      { post: operationOf(event, doc, named) },
    ]),
  );
}

function operationOf(
  event: string,
  { summary, description, schema, example }: WebhookMessageDoc,
  named: NamedSchemas,
) {
  return {
    operationId: webhookIdOf(event),
    tags: [WEBHOOKS_TAG],
    summary,
    description,
    parameters: HEADERS,
    requestBody: {
      description: "Verify the signature of these bytes before they are parsed",
      required: true,
      content: {
        [JSON_TYPE]: {
          schema: withExamples(writeSchema(schema, named), [example], named),
          example,
        },
      },
    },
    responses: event === "ping" ? PING_RESPONSES : RESPONSES,
  };
}

/** The id of an event's operation: `window.opened` is `onWindowOpened`. */
export function webhookIdOf(event: string): string {
  const words = event.split(".").map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`);
  return `on${words.join("")}`;
}

/** The headers of Standard Webhooks. The values belong together, and sign the guide's `ping`. */
const HEADERS = [
  {
    name: "webhook-id",
    description: "The same at every attempt: keep the ids of what was processed",
    schema: { type: "string" },
    example: "msg_5b48be9038194f59a7fc6adbcd9416ba",
  },
  {
    name: "webhook-timestamp",
    description: "When this attempt was made, unix seconds. Refuse one more than 5 minutes off",
    schema: { type: "integer" },
    example: 1_767_225_900,
  },
  {
    name: "webhook-signature",
    description: "`v1,` and the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` in " +
      "base64, by the webhook's secret. For 24 hours after a rotation there are two, with a " +
      "space between them",
    schema: { type: "string" },
    example: "v1,9AnbrBAoSuKp0Ik0chFGrgr1EPTvQUJ3KLf1ptoGWas=",
  },
].map((header) => ({ ...header, in: "header", required: true }));

/** What a receiver answers, and what becomes of the message. */
const RESPONSES = {
  "2XX": { description: "The message is delivered. Answer within 15 s, and work later" },
  "410": { description: "The webhook is stopped, and its messages wait until it is resumed" },
  default: {
    description: "The message is sent again: after 5 s at first, and then less and less often, " +
      "for a day. Redirects are not followed; `Retry-After` of a 429 or 503 is kept to, up to " +
      "4 hours",
  },
};

/** An operator sees at once what is answered to a ping: it is not sent again, and stops nothing. */
const PING_RESPONSES = {
  "2XX": { description: "The webhook works" },
  default: { description: "The operator is shown the status, and what the body begins with" },
};
