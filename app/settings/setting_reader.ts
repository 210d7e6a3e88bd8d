/**
 * Reads settings from the environment, and collects the errors.
 *
 * Effect's Config alone stops at the first wrong setting and does not quote its value; an operator
 * who starts the service sees all that is wrong at once, each with its value and what to send.
 *
 * @module
 */
import { Config, ConfigProvider, Context, Effect, Option, Result } from "effect";

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** How the text of a setting is read; `hint` says what to send instead of a wrong one. */
export interface Reading<A> {
  readonly parse: (text: string) => Option.Option<A>;
  readonly hint: string;
}

/** One line for each wrong setting; two parts may have the same one. */
export const Complaints = Context.Reference<Set<string>>("app/settings/Complaints", {
  defaultValue: () => new Set(),
});

/** What was read, or one line for each setting that is wrong. */
export type SettingsResult<A> = Result.Result<A, ReadonlyArray<string>>;

/** Reads with `settings`. Fails with all wrong settings together. */
export function readEnvironment<A>(
  environment: Environment,
  settings: Effect.Effect<A>,
): SettingsResult<A> {
  const complaints = new Set<string>();
  const value = settings.pipe(
    Effect.provideService(Complaints, complaints),
    Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnvRecord(environment)),
    Effect.runSync,
  );
  return complaints.size === 0 ? Result.succeed(value) : Result.fail([...complaints]);
}

/** Settings whose values are never printed, not even when they are wrong. */
const SECRET = /SECRET|KEY|TOKEN|PASSPHRASE|HEADERS|DATABASE_URL|REDIS_URL|RPC_URL/;

/** The setting's text; none when it is unset or empty. */
export function text(name: string): Effect.Effect<Option.Option<string>> {
  return Config.option(Config.String(name)).pipe(
    Effect.map((given) => Option.filter(Option.map(given, (it) => it.trim()), (it) => it !== "")),
    Effect.orDie,
  );
}

/** The parsed setting, or `fallback` if unset or wrong; a wrong one is complained of. */
export function setting<A>(
  name: string,
  { fallback, parse, hint }: Reading<A> & { readonly fallback: NoInfer<A> },
): Effect.Effect<A> {
  return Effect.gen(function* () {
    const given = yield* text(name);
    if (Option.isNone(given)) return fallback;
    const value = parse(given.value);
    if (Option.isSome(value)) return value.value;
    const shown = SECRET.test(name) ? "" : ` "${withoutSecrets(given.value).slice(0, 80)}"`;
    (yield* Complaints).add(`Cannot use ${name}${shown}: ${hint}`);
    return fallback;
  });
}

/** The parsed setting, or none if unset or wrong. */
export function optional<A>(
  name: string,
  { parse, hint }: Reading<A>,
): Effect.Effect<Option.Option<A>> {
  return setting(name, {
    fallback: Option.none(),
    parse: (text) => Option.map(parse(text), Option.some),
    hint,
  });
}

/**
 * Cuts out where an address may have secrets: what is before its host, and its query. A wrong text
 * may be no address at all, so all before the last `@` counts as a password.
 */
function withoutSecrets(text: string): string {
  return text.replace(/^([a-z][\w+.-]*:\/\/)?.*@/is, "$1***@")
    .replace(/^(\w+:\/\/[^?]*\?).+/s, "$1***");
}

/** Reads a number that is written as `pattern` says. */
export function numberLike(
  pattern: RegExp,
  { isAllowed, hint }: { readonly isAllowed: (value: number) => boolean; readonly hint: string },
): Reading<number> {
  const parse = (text: string) => pattern.test(text) ? Option.some(Number(text)) : Option.none();
  return { parse: (text) => Option.filter(parse(text), isAllowed), hint };
}

/** Reads a whole number from `min` to `max`. */
export function whole(min: number, max: number): Reading<number> {
  return numberLike(/^\d{1,15}$/, {
    isAllowed: (value) => value >= min && value <= max,
    hint: `send a whole number from ${min} to ${max}`,
  });
}

/** Reads one of some words, in any case. */
export function oneOf<const Word extends string>(words: ReadonlyArray<Word>): Reading<Word> {
  return {
    parse: (text) => Option.fromUndefinedOr(words.find((word) => word === text.toLowerCase())),
    hint: `use one of ${words.join(", ")}`,
  };
}

/** Reads the id of something in the service, as it writes it. */
export const UUID: Reading<string> = {
  parse: (text) =>
    Option.filter(
      Option.some(text.toLowerCase()),
      (id) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id),
    ),
  hint: "send a UUID",
};

/** What an address of a provider may not have: it is printed and logged. */
export const BARE_URL = "without user, password or query";

/**
 * Reads an absolute http or https address without user, password, query and hash; strips trailing
 * slashes.
 */
export const HTTP_URL = urlOf(/^https?:$/, `it must be an http or https address ${BARE_URL}`);

/** Reads a ws or wss address; otherwise like {@linkcode HTTP_URL}. */
export const WS_URL = urlOf(/^wss?:$/, `it must be a ws or wss address ${BARE_URL}`);

/** Like {@linkcode WS_URL}, without a path: for sockets whose signature covers the path. */
export const WS_ORIGIN: Reading<string> = {
  parse: (text) => Option.filter(WS_URL.parse(text), (url) => new URL(url).pathname === "/"),
  hint: `${WS_URL.hint}, and without a path, such as wss://host`,
};

/** Readers of settings with addresses, by name and default. */
export const [httpUrl, wsUrl, wsOrigin] = [at(HTTP_URL), at(WS_URL), at(WS_ORIGIN)] as const;

function at(reading: Reading<string>) {
  return (name: string, fallback: string) => setting(name, { ...reading, fallback });
}

/** Like a reading of addresses, but only of this machine's; the hint has an example. */
export function loopback({ parse }: Reading<string>, example: string): Reading<string> {
  return {
    parse: (text) => Option.filter(parse(text), isLoopback),
    hint: `in the sandbox it must be an address of this machine ${BARE_URL}, such as ${example}`,
  };
}

function urlOf(protocol: RegExp, hint: string): Reading<string> {
  const parse = (text: string) => {
    const url = URL.parse(text);
    if (url === null || !protocol.test(url.protocol)) return Option.none();
    const { search, hash, username, password } = url;
    if ([search, hash, username, password].some((part) => part !== "")) return Option.none();
    return Option.some(url.href.replace(/\/+$/, ""));
  };
  return { parse, hint };
}

function isLoopback(url: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(new URL(url).hostname);
}
