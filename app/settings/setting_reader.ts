/**
 * Reads settings from the environment, and collects the errors.
 *
 * Effect's Config stops at the first wrong setting and does not quote its value; an operator who
 * starts the service sees all that is wrong at once, each with its value and what to send instead.
 *
 * @module
 */
import { Option } from "effect";

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads settings one by one. A wrong one adds a line to `complaints` and yields its default. */
export interface SettingReader {
  /** The setting's text; none when it is unset or empty. */
  readonly text: (name: string) => Option.Option<string>;
  /** The parsed setting, or `fallback` if unset or wrong; `hint` says what to send. */
  readonly parsed: <A>(
    name: string,
    options: {
      readonly fallback: A;
      readonly parse: (text: string) => Option.Option<A>;
      readonly hint: string;
    },
  ) => A;
  /** One line for each wrong setting. */
  readonly complaints: ReadonlyArray<string>;
}

/** Matches an id of the service, in either case. */
export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Settings whose values are never printed, not even when they are wrong. */
const SECRET = /SECRET|KEY|TOKEN|PASSPHRASE|HEADERS|DATABASE_URL|REDIS_URL/;

/** What an address of a provider may not have: it is printed and logged. */
export const BARE_URL = "without user, password or query";

/** Makes a reader over one environment. */
export function makeSettingReader(environment: Environment): SettingReader {
  const complaints: Array<string> = [];
  const text = (name: string) => {
    const value = environment[name]?.trim() ?? "";
    return value === "" ? Option.none<string>() : Option.some(value);
  };
  return {
    text,
    parsed: (name, { fallback, parse, hint }) => {
      const given = text(name);
      if (Option.isNone(given)) return fallback;
      const value = parse(given.value);
      if (Option.isSome(value)) return value.value;
      const shown = SECRET.test(name) ? "" : ` "${withoutSecrets(given.value).slice(0, 80)}"`;
      const complaint = `Cannot use ${name}${shown}: ${hint}`;
      // Two readers may ask for the same setting.
      if (!complaints.includes(complaint)) complaints.push(complaint);
      return fallback;
    },
    complaints,
  };
}

/**
 * Cuts out where an address may have secrets: what is before its host, and its query. A wrong text
 * may be no address at all, so all before the last `@` counts as a password.
 */
function withoutSecrets(text: string): string {
  return text.replace(/^([a-z][\w+.-]*:\/\/)?.*@/is, "$1***@")
    .replace(/^(\w+:\/\/[^?]*\?).+/s, "$1***");
}

/** Returns a parser for a whole number from `min` to `max`. */
export function parseWhole(min: number, max: number): (text: string) => Option.Option<number> {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
    return value >= min && value <= max ? Option.some(value) : Option.none();
  };
}

/** Returns a parser for one of some words, in any case. */
export function parseWord<Word extends string>(
  words: ReadonlyArray<Word>,
): (text: string) => Option.Option<Word> {
  return (text) => Option.fromUndefinedOr(words.find((word) => word === text.toLowerCase()));
}

/**
 * Parses an absolute http or https address without user, password, query and hash; strips trailing
 * slashes.
 */
export function parseHttpUrl(text: string): Option.Option<string> {
  return parseUrl(text, /^https?:$/);
}

/** Parses a ws or wss address; otherwise like {@linkcode parseHttpUrl}. */
export function parseWsUrl(text: string): Option.Option<string> {
  return parseUrl(text, /^wss?:$/);
}

/** Like {@linkcode parseWsUrl}, without a path: for sockets whose signature covers the path. */
export function parseWsOrigin(text: string): Option.Option<string> {
  return Option.filter(parseWsUrl(text), (url) => new URL(url).pathname === "/");
}

/** Like {@linkcode parseHttpUrl}, but only for an address of this machine. */
export function parseLoopbackUrl(text: string): Option.Option<string> {
  return Option.filter(parseHttpUrl(text), isLoopback);
}

/** Like {@linkcode parseWsUrl}, but only for an address of this machine. */
export function parseLoopbackWsUrl(text: string): Option.Option<string> {
  return Option.filter(parseWsUrl(text), isLoopback);
}

function parseUrl(text: string, protocol: RegExp): Option.Option<string> {
  const url = URL.parse(text);
  if (url === null || !protocol.test(url.protocol)) return Option.none();
  const { search, hash, username, password } = url;
  if ([search, hash, username, password].some((part) => part !== "")) return Option.none();
  return Option.some(url.href.replace(/\/+$/, ""));
}

function isLoopback(url: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(new URL(url).hostname);
}
