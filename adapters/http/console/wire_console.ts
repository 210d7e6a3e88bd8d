/**
 * What the console's page sends and is answered.
 *
 * @module
 */
import { Result } from "effect";
import { t } from "elysia";
import { type Scope, SCOPES } from "../../../core/access/mod.ts";
import { nullable } from "../wire/answer.ts";
import { kind, refuse, strict } from "../wire/kind.ts";
import { AssetWire, IntervalWire } from "../wire/market.ts";
import { whole } from "../wire/number.ts";
import { Text, words } from "../wire/text.ts";
import { SecretText } from "./secret_text.ts";

const ADDRESS = "Send an address such as someone@example.com";

/** An e-mail address and a password. The use case checks both. */
export const Entry = strict({
  email: Text({ ask: ADDRESS }),
  password: t.Optional(SecretText()),
});

const AFTER_HASH = "Send what follows the # of the link";

/** The token of a one-time link. */
export const LinkEntry = strict({
  token: Text({ ask: AFTER_HASH }),
});

/** No field at all. */
export const Nothing = strict({});

/** A new password, and the one that it replaces. */
export const PasswordChange = strict({
  password: t.Optional(SecretText()),
  current_password: t.Optional(SecretText()),
});

const SOME_SCOPES = `Send a list of ${SCOPES.join(", ")} or both`;

/** What a key may do: at least one scope, each once. */
const Scopes = kind<ReadonlyArray<Scope>, ReadonlyArray<Scope>>({ type: "array" }, {}, {
  ask: SOME_SCOPES,
  read: (value, at) => {
    const names: ReadonlyArray<unknown> = Array.isArray(value) ? value : [];
    const scopes = SCOPES.filter((scope) => names.includes(scope));
    const areKnown = names.every((name) => SCOPES.some((scope) => scope === name));
    return areKnown && scopes.length > 0 ? Result.succeed(scopes) : refuse(at, value, SOME_SCOPES);
  },
});

/** A new key. */
export const NewKey = strict({
  name: Text({ ask: "It may be empty" }),
  scopes: Scopes,
});

const id = () => Text({ description: "An id, as listed" });

/** The path of a session. */
export const BySession = strict({ sessionId: id() });

/** The path of a key. */
export const ByKey = strict({ keyId: id() });

/** The path of a file. */
export const ByFile = strict({ file: id() });

/** What the page is told about the service and its session. */
export const SessionState = t.Object({
  now: t.String(),
  world: words(["live", "sandbox"]),
  sandbox: nullable(t.Object({ speed: t.Number(), seed: t.Number() })),
  assets: t.Array(t.Object({
    asset: AssetWire,
    intervals: t.Array(IntervalWire),
    elsewhere: t.Array(t.Object({ venue: t.String(), interval: IntervalWire })),
  })),
  sign_up: words(["open", "first", "elsewhere", "closed"]),
  needs_setup: t.Boolean(),
  demo: t.Boolean(),
  operator_command: t.String(),
  session: nullable(t.Object({
    id: t.String(),
    created_at: t.String(),
    expires_at: t.String(),
    has_password: t.Boolean(),
    needs_current_password: t.Boolean(),
    account: t.Object({ id: t.String(), email: t.String() }),
    key: t.String(),
  })),
});

/** One session in the list. */
export const SessionItem = t.Object({
  id: t.String(),
  created_at: t.String(),
  last_seen_at: t.String(),
  expires_at: t.String(),
  user_agent: t.String(),
  address: t.String(),
  current: t.Boolean(),
});

/** The sessions of an account. */
export const SessionList = t.Object({ now: t.String(), sessions: t.Array(SessionItem) });

/** How many sessions were ended. */
export const Ended = t.Object({ ended: whole() });

const KEY_FIELDS = {
  id: t.String(),
  name: t.String(),
  prefix: t.String(),
  last_four: nullable(t.String()),
  scopes: t.Array(words(SCOPES)),
  created_at: t.String(),
  last_used_at: nullable(t.String()),
  revoked_at: nullable(t.String()),
  usage: t.Array(t.Object({ minute_at: t.String(), requests: whole(), refused: whole() })),
};

/** A key, with its use in the last hour by minute. */
export const KeyItem = t.Object(KEY_FIELDS);

/** A key that was made, with its text. */
export const MadeKey = t.Object({ key: t.String(), ...KEY_FIELDS });

/** The keys of an account, and the quota of each. */
export const KeyList = t.Object({
  now: t.String(),
  limit: nullable(t.Object({ requests: whole(), window_sec: whole() })),
  keys: t.Array(KeyItem),
});
