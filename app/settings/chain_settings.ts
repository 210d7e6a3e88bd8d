/**
 * The settings of the two roads to the chain: a node of it, and the venue's relayer.
 *
 * @module
 */
import { Effect, Option, Redacted } from "effect";
import { checksumAddress } from "../../adapters/polymarket/clob/signing_key.ts";
import type { RelayerAccess } from "../../adapters/polymarket/relayer/access.ts";
import { Complaints, httpUrl, optional, type Reading, text } from "./setting_reader.ts";

/** The roads. One that is off has the setting to set in `missing`. */
export interface ChainSettings {
  /** The address of a node, which may have a key in it. */
  readonly rpcUrl: Option.Option<Redacted.Redacted<string>>;
  readonly relayerUrl: string;
  readonly relayerAccess: Option.Option<RelayerAccess>;
  readonly missing: { readonly rpc: string; readonly relayer: string };
}

/** Paths and queries may have the key of whoever sells access to the node. */
const NODE_URL: Reading<string> = {
  parse: (text) =>
    Option.map(
      Option.filter(
        Option.fromNullishOr(URL.parse(text)),
        ({ protocol, username, password, hash }) =>
          /^https?:$/.test(protocol) && [username, password, hash].every((part) => part === ""),
      ),
      ({ href }) => href,
    ),
  hint: "it must be an http or https address without user or password",
};

/** What a header can carry. */
const HEADER_TEXT: Reading<string> = {
  parse: Option.liftPredicate((text) => /^[\x21-\x7e]{1,200}$/.test(text)),
  hint: "send up to 200 visible ASCII characters",
};

const BASE64: Reading<string> = {
  parse: Option.liftPredicate((text) => /^[\w+/-]{4,200}={0,2}$/.test(text)),
  hint: "send the secret as the venue printed it, in base64",
};

/** Mixed case is a checksum, which finds a mistyped digit. */
const CHECKSUMMED: Reading<string> = {
  parse: (text) => Option.filter(checksumAddress(text), (address) => address === text),
  hint: "send the address of the signer with its checksum, as the venue's site shows it",
};

const RELAYER = ["RELAYER_API_KEY", "RELAYER_API_KEY_ADDRESS"] as const;
const BUILDER = [
  "POLYMARKET_BUILDER_API_KEY",
  "POLYMARKET_BUILDER_API_SECRET",
  "POLYMARKET_BUILDER_API_PASSPHRASE",
] as const;

/** What turns each road on. */
export const MISSING = { rpc: "POLYGON_RPC_URL", relayer: RELAYER[0] };

/** Complains of parts of a set of settings that only work together. Returns whether any is set. */
const complainOfParts = Effect.fnUntraced(function* (names: ReadonlyArray<string>) {
  const given = yield* Effect.filter(names, (name) => Effect.map(text(name), Option.isSome));
  const [first] = given;
  const absent = names.filter((name) => !given.includes(name));
  if (first !== undefined && absent.length > 0) {
    (yield* Complaints).add(`Cannot use ${first}: set ${absent.join(" and ")} together with it`);
  }
  return first !== undefined;
});

const readRelayerAccess = Effect.gen(function* () {
  const hasRelayer = yield* complainOfParts(RELAYER);
  const hasBuilder = yield* complainOfParts(BUILDER);
  if (hasRelayer && hasBuilder) {
    (yield* Complaints).add(`Cannot use ${RELAYER[0]}: send it or ${BUILDER[0]}, not both`);
  }
  const relayer = Option.all({
    apiKey: yield* optional(RELAYER[0], HEADER_TEXT),
    address: yield* optional(RELAYER[1], CHECKSUMMED),
  });
  const builder = Option.all({
    apiKey: yield* optional(BUILDER[0], HEADER_TEXT),
    secret: yield* optional(BUILDER[1], BASE64),
    passphrase: yield* optional(BUILDER[2], HEADER_TEXT),
  });
  return Option.orElse(
    Option.map(relayer, ({ apiKey, address }): RelayerAccess => ({
      kind: "relayer_key",
      apiKey: Redacted.make(apiKey),
      address,
    })),
    () =>
      Option.map(builder, ({ apiKey, secret, passphrase }): RelayerAccess => ({
        kind: "builder",
        credentials: {
          apiKey,
          secret: Redacted.make(secret),
          passphrase: Redacted.make(passphrase),
        },
      })),
  );
});

/** Reads them. Both roads are off by default, which no setting's absence makes an error. */
export const readChainSettings: Effect.Effect<ChainSettings> = Effect.map(
  Effect.all({
    rpcUrl: optional("POLYGON_RPC_URL", NODE_URL),
    relayerUrl: httpUrl("POLYMARKET_RELAYER_URL", "https://relayer-v2.polymarket.com"),
    relayerAccess: readRelayerAccess,
  }),
  ({ rpcUrl, ...relayer }) => ({
    ...relayer,
    rpcUrl: Option.map(rpcUrl, (url) => Redacted.make(url)),
    missing: MISSING,
  }),
);
