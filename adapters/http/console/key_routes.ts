/**
 * `/console/api/keys`: an account's API keys, listed with their use, made and revoked.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import { Effect, Option } from "effect";
import {
  type ApiKey,
  KEY_BYTES,
  lastFourOfKey,
  makeApiKey,
  prefixOfKey,
  type Quota,
} from "../../../core/access/mod.ts";
import type { KeyMinute } from "../../../core/port/mod.ts";
import { issueKeyTo, ownKeys, revokeOwnKey } from "../../../core/use_case/account/mod.ts";
import { readText } from "../edge/body_field.ts";
import { digestOfKey } from "../edge/key_digest.ts";
import { readScopes } from "./console_body.ts";
import { type ConsoleOptions } from "./console_options.ts";
import { declareSessionRoute } from "./console_route.ts";
import { iso } from "./session_body.ts";
import { idParameter } from "./session_routes.ts";

const PATH = "/console/api/keys";

/** The routes. */
export function keyRoutes(options: ConsoleOptions) {
  return [
    declareSessionRoute(options, {
      method: "GET",
      path: PATH,
      summary: "The account's keys, oldest first, with their use in the last hour by minute",
      parameters: [],
      handle: ({ current: { account }, nowMs }) =>
        Effect.map(ownKeys(account.id), (keys) => ({
          body: { now: iso(nowMs), limit: limitBody(options.keyedQuota), keys: keys.map(bodyOf) },
        })),
    }),
    declareSessionRoute(options, {
      method: "POST",
      path: PATH,
      summary: "Make a key, whose text is in this answer alone",
      parameters: [],
      body: {
        description: "Its name, which may be empty, and what it may do",
        schema: Type.Object({ name: Type.String(), scopes: Type.Array(Type.String()) }),
        example: { name: "market maker", scopes: ["read", "trade"] },
      },
      handle: Effect.fnUntraced(function* ({ current: { account }, body }) {
        const name = yield* Effect.fromResult(readText(body, "name", "It may be empty"));
        const scopes = yield* readScopes(body);
        const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
        const text = makeApiKey(options.keyMode, bytes);
        const key = yield* issueKeyTo(account, {
          id: Bun.randomUUIDv7(),
          name,
          scopes,
          prefix: prefixOfKey(text),
          lastFour: lastFourOfKey(text),
          sha256: digestOfKey(text),
        });
        return { status: 201, body: { key: text, ...bodyOf({ key, usage: [] }) } };
      }),
    }),
    declareSessionRoute(options, {
      method: "DELETE",
      path: `${PATH}/{keyId}`,
      summary: "Revoke a key",
      parameters: [idParameter("keyId")],
      handle: Effect.fnUntraced(function* ({ current: { account }, path: { keyId } }) {
        const key = yield* revokeOwnKey({ accountId: account.id, id: keyId });
        const keys = yield* ownKeys(account.id);
        const usage = keys.find((one) => one.key.id === keyId)?.usage ?? [];
        return { body: bodyOf({ key, usage }) };
      }),
    }),
  ];
}

/** Returns the quota of an API key; null without one. */
function limitBody(quota: Option.Option<Quota>) {
  return Option.getOrNull(
    Option.map(quota, ({ requests, windowSec }) => ({ requests, window_sec: windowSec })),
  );
}

function bodyOf({ key, usage }: {
  readonly key: ApiKey;
  readonly usage: ReadonlyArray<KeyMinute>;
}) {
  return {
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    last_four: key.lastFour,
    scopes: key.scopes,
    created_at: iso(key.createdMs),
    last_used_at: Option.getOrNull(Option.map(key.lastUsedMs, iso)),
    revoked_at: Option.getOrNull(Option.map(key.revokedMs, iso)),
    usage: usage.map(({ minuteSec, requests, refused }) => ({
      minute_at: iso(minuteSec * 1000),
      requests,
      refused,
    })),
  };
}
