/**
 * An account's API keys, listed with their use, made and revoked.
 *
 * @module
 */
import { Effect, Option } from "effect";
import { Elysia } from "elysia";
import {
  type ApiKey,
  KEY_BYTES,
  lastFourOfKey,
  makeApiKey,
  prefixOfKey,
  type Quota,
} from "../../../core/access/mod.ts";
import type { KeyMinute } from "../../../core/port/key_usage_store.ts";
import { issueKeyTo, ownKeys, revokeOwnKey } from "../../../core/use_case/account/mod.ts";
import { answers } from "../edge/answer/answers.ts";
import { edge } from "../edge/edge.ts";
import type { Gate } from "../edge/gate.ts";
import { digestOfKey } from "../edge/limit/key_digest.ts";
import { otherMethods } from "../edge/other_methods.ts";
import { ofPage } from "./console_access.ts";
import type { ConsoleOptions } from "./console_options.ts";
import type { ConsolePorts } from "./console_ports.ts";
import { type HeldSession, iso, withSession } from "./page_session.ts";
import { ByKey, KeyItem, KeyList, MadeKey, NewKey } from "./wire_console.ts";

/** The routes. */
export function keys<Ports>(gate: Gate<Ports | ConsolePorts>, options: ConsoleOptions) {
  return new Elysia({ name: "keys", prefix: "/console/api" })
    .use(edge(gate, "coded"))
    .get(
      "/keys",
      ({ call, answer }) =>
        answer(withSession(options, call, (held) => listed(options, held, call.nowMs))),
      { ...ofPage(), response: answers("coded", { 200: KeyList }) },
    )
    .post(
      "/keys",
      ({ body, call, answer }) =>
        answer(withSession(options, call, (held) => make(options, held, body))),
      { ...ofPage(), body: NewKey, response: answers("coded", { 201: MadeKey }) },
    )
    .delete(
      "/keys/:keyId",
      ({ params, call, answer }) =>
        answer(withSession(options, call, (held) => revoke(held, params.keyId))),
      { ...ofPage(), params: ByKey, response: answers("coded", { 200: KeyItem }) },
    )
    .use(otherMethods);
}

/** Oldest first, with their use in the last hour by minute. */
function listed(
  { keyedQuota }: ConsoleOptions,
  { current: { account } }: HeldSession,
  nowMs: number,
) {
  return Effect.map(ownKeys(account.id), (keys) => {
    const body: typeof KeyList.static = {
      now: iso(nowMs),
      limit: limitOf(keyedQuota),
      keys: keys.map(itemOf),
    };
    return { body };
  });
}

/** The text of a key is in this answer alone. */
const make = Effect.fnUntraced(function* (
  { keyMode }: ConsoleOptions,
  { current: { account } }: HeldSession,
  { name, scopes }: typeof NewKey.static,
) {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  const text = makeApiKey(keyMode, bytes);
  const key = yield* issueKeyTo(account, {
    id: Bun.randomUUIDv7(),
    name,
    scopes,
    prefix: prefixOfKey(text),
    lastFour: lastFourOfKey(text),
    sha256: digestOfKey(text),
  });
  return { status: 201, body: { key: text, ...itemOf({ key, usage: [] }) } };
});

const revoke = Effect.fnUntraced(function* ({ current: { account } }: HeldSession, id: string) {
  const key = yield* revokeOwnKey({ accountId: account.id, id });
  const keys = yield* ownKeys(account.id);
  const usage = keys.find((one) => one.key.id === id)?.usage ?? [];
  return { body: itemOf({ key, usage }) };
});

/** Returns the quota of an API key; null without one. */
function limitOf(quota: Option.Option<Quota>): (typeof KeyList.static)["limit"] {
  return Option.getOrNull(
    Option.map(quota, ({ requests, windowSec }) => ({ requests, window_sec: windowSec })),
  );
}

function itemOf({ key, usage }: {
  readonly key: ApiKey;
  readonly usage: ReadonlyArray<KeyMinute>;
}): typeof KeyItem.static {
  return {
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    last_four: key.lastFour,
    scopes: [...key.scopes],
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
