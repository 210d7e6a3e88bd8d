/**
 * Reads what the console's page sends.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import { Effect, Option, Redacted } from "effect";
import { type Scope, SCOPES } from "../../../core/access/mod.ts";
import { type BodyFields } from "../edge/body.ts";
import { missingField, readText, refuseField, wordFor } from "../edge/body_field.ts";
import { Refused } from "../edge/refusal.ts";
import { type BodyDoc } from "../edge/route.ts";

/** Declares a body of texts; those with a question mark may be left out. */
export function textBody(...names: ReadonlyArray<string>): BodyDoc {
  const fields = names.map((name) => {
    const bare = name.replace("?", "");
    return [bare, bare === name ? Type.String() : Type.Optional(Type.String())] as const;
  });
  return {
    description: "What the page sends",
    schema: Type.Object(Object.fromEntries(fields)),
    example: Object.fromEntries(fields.map(([name]) => [name, "..."])),
  };
}

/** Reads an e-mail address. The use case checks its shape. */
export function readEmail(body: BodyFields) {
  return Effect.fromResult(readText(body, "email", "Send an address such as someone@example.com"));
}

/** Reads a required password. Never quotes it, whatever it is. */
export function readPassword(body: BodyFields) {
  return Effect.flatMap(
    readOptionalPassword(body, "password"),
    (password) => Effect.mapError(Effect.fromOption(password), () => notText("password")),
  );
}

/** Reads a password that may be left out. */
export function readOptionalPassword(body: BodyFields, field: string) {
  const value = body.get(field);
  if (value === undefined) {
    return Effect.succeed(Option.none<Redacted.Redacted<string>>());
  }
  return typeof value === "string"
    ? Effect.succeed(Option.some(Redacted.make(value)))
    : Effect.fail(notText(field));
}

function notText(field: string): Refused {
  return new Refused({ status: 400, error: `Cannot read ${field} as text`, hint: "Send text" });
}

/** Reads the scopes of a key: at least one, each once. */
export function readScopes(body: BodyFields) {
  const sent = body.get("scopes");
  const hint = `Send a list of ${SCOPES.join(", ")} or both`;
  if (sent === undefined) return Effect.fromResult(missingField("scopes", hint));
  const names: ReadonlyArray<unknown> = Array.isArray(sent) ? sent : [];
  const areKnown = names.every((name) => SCOPES.some((scope) => scope === name));
  const scopes: ReadonlyArray<Scope> = SCOPES.filter((scope) => names.includes(scope));
  return areKnown && scopes.length > 0
    ? Effect.succeed(scopes)
    : Effect.fromResult(refuseField("scopes", wordFor(sent), hint));
}
