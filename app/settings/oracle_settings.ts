/**
 * The settings of the oracle's prices: which sources are used, and our credentials for them.
 *
 * @module
 */
import { Option, Redacted } from "effect";
import type { Credentials } from "../../adapters/chainlink/auth.ts";
import {
  type FeedTable,
  MAINNET_FEEDS,
  parseFeedTable,
} from "../../adapters/chainlink/feed_table.ts";
import type { VenueCredentials } from "../../core/port/venue_account.ts";
import { BARE_URL, parseWsOrigin, type SettingReader, UUID } from "./setting_reader.ts";

/** The oracle's settings. Without credentials it is off, and `missing` names the setting to set. */
export interface OracleSettings {
  readonly url: string;
  /** The origin of its stream, such as `wss://host`. */
  readonly wsUrl: string;
  readonly feeds: FeedTable;
  readonly callsPerSec: number;
  readonly credentials: Option.Option<Credentials>;
  readonly missing: string;
}

/** The identity for the venue's relay: a provisioned wallet of the store, or given credentials. */
export type RelayAccess =
  | { readonly kind: "wallet"; readonly walletId: string }
  | { readonly kind: "given"; readonly credentials: VenueCredentials };

/** The relay's settings. Without access it is off, and `missing` names the setting to set. */
export interface RelaySettings {
  /** An origin such as `wss://host`. */
  readonly wsUrl: string;
  readonly access: Option.Option<RelayAccess>;
  readonly missing: string;
}

/** The sources of the oracle's own prices that an operator can choose from. */
export const ORACLE_CHOICES = ["chainlink", "relay"] as const;

/** One of {@linkcode ORACLE_CHOICES}. */
export type OracleChoice = (typeof ORACLE_CHOICES)[number];

/** Reads `ORACLE`: a list, or `none` to use only the prices that the venue publishes. */
export function readOracleChoice(
  { parsed }: SettingReader,
  fallback: ReadonlyArray<OracleChoice>,
): ReadonlyArray<OracleChoice> {
  return parsed("ORACLE", {
    fallback,
    parse: parseOracleChoice,
    hint: `use ${ORACLE_CHOICES.join(", ")}, or both with a comma between, or none`,
  });
}

function parseOracleChoice(text: string): Option.Option<ReadonlyArray<OracleChoice>> {
  const words = text.toLowerCase().split(",").map((word) => word.trim());
  if (words.length === 1 && words[0] === "none") return Option.some([]);
  const known = ORACLE_CHOICES.filter((choice) => words.includes(choice));
  return known.length === words.length ? Option.some(known) : Option.none();
}

/** Reads feed ids, which override those of the mainnet table. */
export function readFeedTable({ parsed }: SettingReader): FeedTable {
  return parsed("CHAINLINK_FEEDS", {
    fallback: MAINNET_FEEDS,
    parse: (text) => parseFeedTable(text, MAINNET_FEEDS),
    hint: "send asset:stream=id, such as hype:twap_60=0x0002..., separated by commas",
  });
}

/** Reads the API key and secret; signing needs both. Unused if `choice` omits the oracle. */
export function readOracleCredentials(
  { text }: SettingReader,
  choice: ReadonlyArray<OracleChoice>,
): Pick<OracleSettings, "credentials" | "missing"> {
  if (!choice.includes("chainlink")) return { credentials: Option.none(), missing: "ORACLE" };
  const [apiKey, apiSecret] = [text("CHAINLINK_API_KEY"), text("CHAINLINK_API_SECRET")];
  return {
    credentials: Option.map(Option.all([apiKey, apiSecret]), ([apiKey, apiSecret]) => ({
      apiKey,
      apiSecret: Redacted.make(apiSecret),
    })),
    missing: Option.isNone(apiKey) ? "CHAINLINK_API_KEY" : "CHAINLINK_API_SECRET",
  };
}

const GIVEN = ["POLYMARKET_API_KEY", "POLYMARKET_API_SECRET", "POLYMARKET_API_PASSPHRASE"] as const;

/** Reads the identity for the relay. Setting both a wallet and given credentials is an error. */
export function readRelayAccess(
  { text, parsed }: SettingReader,
  choice: ReadonlyArray<OracleChoice>,
): Pick<RelaySettings, "access" | "missing"> {
  const given = GIVEN.map(text);
  const isAnyGiven = given.some(Option.isSome);
  const walletId = parsed("POLYMARKET_RELAY_WALLET", {
    fallback: Option.none<string>(),
    parse: (id) =>
      UUID.test(id) && !isAnyGiven ? Option.some(Option.some(id.toLowerCase())) : Option.none(),
    hint: isAnyGiven
      ? `send it or ${GIVEN.join(", ")}, not both`
      : "send the id of a wallet, as `bun run account wallet import` prints it",
  });
  if (!choice.includes("relay")) return { access: Option.none(), missing: "ORACLE" };
  if (Option.isSome(walletId)) {
    return { access: Option.some({ kind: "wallet", walletId: walletId.value }), missing: "" };
  }
  const [apiKey, secret, passphrase] = given;
  const access = Option.map(
    Option.all([apiKey ?? Option.none(), secret ?? Option.none(), passphrase ?? Option.none()]),
    ([apiKey, secret, passphrase]): RelayAccess => ({
      kind: "given",
      credentials: {
        apiKey,
        secret: Redacted.make(secret),
        passphrase: Redacted.make(passphrase),
      },
    }),
  );
  const absent = GIVEN.find((_, index) => Option.isNone(given[index] ?? Option.none()));
  return {
    access,
    missing: isAnyGiven ? absent ?? "" : "POLYMARKET_RELAY_WALLET or POLYMARKET_API_KEY",
  };
}

/** Reads the relay's address. An http address is converted to ws. */
export function readRelayUrl({ parsed }: SettingReader): string {
  return parsed("POLYMARKET_RELAY_URL", {
    fallback: "wss://ws-live-v2.polymarket.com",
    parse: (text) => parseWsOrigin(text.replace(/^http/i, "ws")),
    hint: `it must be an address ${BARE_URL}, and without a path, such as wss://host`,
  });
}
