/**
 * The settings of the oracle's prices: which sources are used, and our credentials for them.
 *
 * @module
 */
import { Effect, Option, Redacted } from "effect";
import { MAINNET_FEEDS, parseFeedTable } from "../../adapters/chainlink/feed_table.ts";
import type { VenueCredentials } from "../../core/port/venue_account.ts";
import { ownCommand } from "../wiring/own_command.ts";
import {
  BARE_URL,
  httpUrl,
  optional,
  setting,
  text,
  UUID,
  whole,
  WS_ORIGIN,
  wsOrigin,
} from "./setting_reader.ts";

/** The sources of the oracle's own prices that an operator can choose from. */
const ORACLE_CHOICES = ["chainlink", "relay"] as const;

/** One of the sources of the oracle's own prices. */
export type OracleChoice = (typeof ORACLE_CHOICES)[number];

/** The provider allows 10 calls per second; one is left for other uses of the account. */
export const ORACLE_CALLS_PER_SEC = 9;

/** Reads `ORACLE`: a list, or `none` to use only the prices that the venue publishes. */
export function readOracleChoice(
  fallback: ReadonlyArray<OracleChoice> = ORACLE_CHOICES,
): Effect.Effect<ReadonlyArray<OracleChoice>> {
  return setting("ORACLE", {
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

/** The oracle's settings. Without credentials it is off, and `missing` names the setting to set. */
export type OracleSettings = Effect.Success<ReturnType<typeof readOracleSettings>>;

/** Reads the oracle's settings. Its credentials are unused if `choice` omits it. */
export function readOracleSettings(choice: ReadonlyArray<OracleChoice>) {
  const [key, secret] = ["CHAINLINK_API_KEY", "CHAINLINK_API_SECRET"] as const;
  return Effect.map(
    Effect.all({
      url: httpUrl("CHAINLINK_URL", "https://api.dataengine.chain.link"),
      /** The origin of its stream, such as `wss://host`. */
      wsUrl: wsOrigin("CHAINLINK_WS_URL", "wss://ws.dataengine.chain.link"),
      /** Feed ids of the mainnet, with the operator's instead where set. */
      feeds: setting("CHAINLINK_FEEDS", {
        fallback: MAINNET_FEEDS,
        parse: (text) => parseFeedTable(text, MAINNET_FEEDS),
        hint: "send asset:stream=id, such as hype:twap_60=0x0002..., separated by commas",
      }),
      callsPerSec: setting("CHAINLINK_CALLS_PER_S", {
        ...whole(1, 10),
        fallback: ORACLE_CALLS_PER_SEC,
      }),
      given: Effect.all({ apiKey: text(key), apiSecret: text(secret) }),
    }),
    ({ given, ...settings }) => {
      const isChosen = choice.includes("chainlink");
      return {
        ...settings,
        credentials: Option.map(
          Option.filter(Option.all(given), () => isChosen),
          ({ apiKey, apiSecret }) => ({ apiKey, apiSecret: Redacted.make(apiSecret) }),
        ),
        missing: !isChosen ? "ORACLE" : Option.isNone(given.apiKey) ? key : secret,
      };
    },
  );
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

const GIVEN = ["POLYMARKET_API_KEY", "POLYMARKET_API_SECRET", "POLYMARKET_API_PASSPHRASE"] as const;

/** Reads the identity for the relay. Setting both a wallet and given credentials is an error. */
export const readRelayAccess = Effect.fnUntraced(function* (
  choice: ReadonlyArray<OracleChoice>,
): Effect.fn.Return<Pick<RelaySettings, "access" | "missing">> {
  const given = yield* Effect.all([text(GIVEN[0]), text(GIVEN[1]), text(GIVEN[2])]);
  const isAnyGiven = given.some(Option.isSome);
  const walletId = yield* optional("POLYMARKET_RELAY_WALLET", {
    parse: (id) => isAnyGiven ? Option.none() : UUID.parse(id),
    hint: isAnyGiven
      ? `send it or ${GIVEN.join(", ")}, not both`
      : `send the id of a wallet, as ${ownCommand("account wallets <email>")} lists it`,
  });
  if (!choice.includes("relay")) return { access: Option.none(), missing: "ORACLE" };
  if (Option.isSome(walletId)) {
    return { access: Option.some({ kind: "wallet", walletId: walletId.value }), missing: "" };
  }
  return {
    access: Option.map(Option.all(given), ([apiKey, secret, passphrase]) => ({
      kind: "given",
      credentials: {
        apiKey,
        secret: Redacted.make(secret),
        passphrase: Redacted.make(passphrase),
      },
    })),
    missing: isAnyGiven
      ? GIVEN[given.findIndex(Option.isNone)] ?? ""
      : "POLYMARKET_RELAY_WALLET or POLYMARKET_API_KEY",
  };
});

/** Reads the relay's address. An http address is converted to ws. */
export const readRelayUrl = setting("POLYMARKET_RELAY_URL", {
  fallback: "wss://ws-live-v2.polymarket.com",
  parse: (text) => WS_ORIGIN.parse(text.replace(/^http/i, "ws")),
  hint: `it must be an address ${BARE_URL}, and without a path, such as wss://host`,
});
