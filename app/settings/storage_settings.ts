/**
 * The settings of what is stored: where, and under which keys.
 *
 * @module
 */
import { Option, Redacted } from "effect";
import { parseWalletKey } from "../../adapters/node_crypto/wallet_key.ts";
import { demoWalletKey } from "../sandbox/demo_identity.ts";
import type { WorldName } from "../wiring/world_folder.ts";
import type { SettingReader } from "./setting_reader.ts";

/** Where the service stores. */
export interface StorageSettings {
  readonly dataDir: string;
  /** Whether the operator set the folder; if not, another process may be using the default. */
  readonly isDataDirChosen: boolean;
  readonly databaseUrl: Option.Option<Redacted.Redacted<string>>;
  /** Where replicas share request counts; none means each counts in memory. */
  readonly redisUrl: Option.Option<Redacted.Redacted<string>>;
}

/** Reads `DATA_DIR`, `DATABASE_URL` and `REDIS_URL`. */
export function readStorageSettings({ text, parsed }: SettingReader): StorageSettings {
  return {
    dataDir: Option.getOrElse(text("DATA_DIR"), () => ".data"),
    isDataDirChosen: Option.isSome(text("DATA_DIR")),
    databaseUrl: parsed("DATABASE_URL", {
      fallback: Option.none(),
      parse: parseDatabaseUrl,
      hint: "it must look like postgres://user@host:5432/database",
    }),
    redisUrl: parsed("REDIS_URL", {
      fallback: Option.none(),
      parse: parseRedisUrl,
      hint: "it must look like redis://host:6379 or rediss://user:password@host:6379/0",
    }),
  };
}

function parseRedisUrl(text: string): Option.Option<Option.Option<Redacted.Redacted<string>>> {
  const isRedis = /^rediss?:\/\/\S+$/.test(text) && URL.canParse(text);
  return isRedis ? Option.some(Option.some(Redacted.make(text))) : Option.none();
}

function parseDatabaseUrl(text: string): Option.Option<Option.Option<Redacted.Redacted<string>>> {
  const isDatabase = /^postgres(ql)?:\/\/\S+$/.test(text) && URL.canParse(text);
  return isDatabase ? Option.some(Option.some(Redacted.make(text))) : Option.none();
}

/** Keys of 32 bytes. `previous` opens what it sealed, until everything is resealed. */
export interface WalletKeys {
  readonly current: Option.Option<Redacted.Redacted<Uint8Array>>;
  readonly previous: Option.Option<Redacted.Redacted<Uint8Array>>;
}

/**
 * Reads `WALLET_KEY` and `WALLET_KEY_PREVIOUS`. Without a setting a sandbox uses a key derived from
 * its seed, and with one it still opens what that key sealed.
 */
export function readWalletKeys({ parsed }: SettingReader, world: WorldName): WalletKeys {
  const key = (name: string) =>
    parsed(name, {
      fallback: Option.none<Redacted.Redacted<Uint8Array>>(),
      parse: (text) => Option.map(parseWalletKey(text), (key) => Option.some(Redacted.make(key))),
      hint: "it must be 32 random bytes in base64, as made by: openssl rand -base64 32",
    });
  const [current, previous] = [key("WALLET_KEY"), key("WALLET_KEY_PREVIOUS")];
  if (world === "live") return { current, previous };
  const own = Redacted.make(demoWalletKey(Number(world.slice("sandbox_".length))));
  return {
    current: Option.orElse(current, () => Option.some(own)),
    previous: Option.orElse(previous, () => Option.as(current, own)),
  };
}
