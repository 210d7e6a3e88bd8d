/** Checks messages of webhooks against the schemas that `/openapi.json` is made from. @module */
// Registers the formats of dates and ids.
import "elysia";
import { Value } from "@sinclair/typebox/value";
import { WEBHOOK_MESSAGES } from "../../../adapters/http/webhook/wire_webhook.ts";

const DOCS = new Map(Object.entries(WEBHOOK_MESSAGES));

/**
 * What is wrong with a message, one line each; empty if it is as documented. No field may be
 * undeclared, although a schema of what may grow does not refuse one.
 */
export function checkMessage(text: string): ReadonlyArray<string> {
  const message = JSON.parse(text);
  const schema = DOCS.get(message.type)?.schema;
  if (schema === undefined) return [`has the unknown type ${JSON.stringify(message.type)}`];
  const errors = [...Value.Errors(schema, message)].map(({ path, message }) =>
    `${path} ${message}`
  );
  const declared = JSON.stringify(Value.Clean(schema, structuredClone(message)));
  return declared === JSON.stringify(message) ? errors : [...errors, `declares only ${declared}`];
}
