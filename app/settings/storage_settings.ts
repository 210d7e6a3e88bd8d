/**
 * The settings of what is stored: where, and under which keys.
 *
 * @module
 */
import { Effect, Option, Redacted } from "effect";
import { parseWalletKey } from "../../adapters/node_crypto/wallet_key.ts";
import { parseDecimal, toE6 } from "../../core/fee/mod.ts";
import { demoWalletKey } from "../sandbox/demo_identity.ts";
import type { WorldName } from "../wiring/world_folder.ts";
import { numberLike, optional, setting, text } from "./setting_reader.ts";

/** Where the service stores. */
export type StorageSettings = Effect.Success<typeof readStorageSettings>;

/** A seed: a whole number that a double represents exactly. */
export const SEED = numberLike(/^\d{1,16}$/, {
  isAllowed: Number.isSafeInteger,
  hint: "send a whole number from 0 to 2^53 - 1",
});

/** Reads which sandbox this is. */
export const readSeed = setting("SANDBOX_SEED", { ...SEED, fallback: 1 });

/** Reads where the service stores. */
export const readStorageSettings = Effect.all({
  dataDir: Effect.map(text("DATA_DIR"), Option.getOrElse(() => ".data")),
  /** Whether the operator set the folder; if not, another process may be using the default. */
  isDataDirChosen: Effect.map(text("DATA_DIR"), Option.isSome),
  databaseUrl: address("DATABASE_URL", {
    scheme: /^postgres(ql)?:/,
    hint: "it must look like postgres://user@host:5432/database",
  }),
  /** Where replicas share request counts; none means each counts in memory. */
  redisUrl: address("REDIS_URL", {
    scheme: /^rediss?:/,
    hint: "it must look like redis://host:6379 or rediss://user:password@host:6379/0",
  }),
});

function address(
  name: string,
  { scheme, hint }: { readonly scheme: RegExp; readonly hint: string },
) {
  return optional(name, {
    parse: (text) =>
      scheme.test(text) && /^\w+:\/\/\S+$/.test(text) && URL.canParse(text)
        ? Option.some(Redacted.make(text))
        : Option.none(),
    hint,
  });
}

/** Reads the balance above which the operator is warned of a wallet's key, in USDC times 10^6. */
export const readWalletWarnE6 = setting("WALLET_WARN_USDC", {
  fallback: 1_000_000_000n,
  parse: (text) =>
    Option.map(
      /^\d{1,12}(\.\d{1,6})?$/.test(text) ? parseDecimal(text) : Option.none(),
      toE6,
    ),
  hint: "send USDC with up to 6 decimals, such as 1000",
});

/** Keys of 32 bytes. `previous` opens what it sealed, until everything is resealed. */
export interface WalletKeys {
  readonly current: Option.Option<Redacted.Redacted<Uint8Array>>;
  readonly previous: Option.Option<Redacted.Redacted<Uint8Array>>;
}

/**
 * Reads `WALLET_KEY` and `WALLET_KEY_PREVIOUS`. Without a setting a sandbox uses a key derived from
 * its seed, and with one it still opens what that key sealed.
 */
export function readWalletKeys(world: WorldName): Effect.Effect<WalletKeys> {
  const key = (name: string) =>
    optional(name, {
      parse: (text) => Option.map(parseWalletKey(text), (key) => Redacted.make(key)),
      hint: "it must be 32 random bytes in base64, as made by: openssl rand -base64 32",
    });
  const set = Effect.all({ current: key("WALLET_KEY"), previous: key("WALLET_KEY_PREVIOUS") });
  if (world === "live") return set;
  const own = Redacted.make(demoWalletKey(Number(world.slice("sandbox_".length))));
  return Effect.map(set, ({ current, previous }) => ({
    current: Option.orElse(current, () => Option.some(own)),
    previous: Option.orElse(previous, () => Option.as(current, own)),
  }));
}
