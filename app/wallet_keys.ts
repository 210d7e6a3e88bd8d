/**
 * The settings `WALLET_KEY` and `WALLET_KEY_PREVIOUS`, and the secret box over them.
 *
 * @module
 */
import { type Layer, Option, Redacted } from "effect";
import { layerSecretBox, layerSecretBoxOff } from "../adapters/node_crypto/secret_box.ts";
import { parseWalletKey } from "../adapters/node_crypto/wallet_key.ts";
import type { SecretBox } from "../core/port/mod.ts";
import { demoWalletKey } from "./sandbox/demo_identity.ts";
import type { SettingReader } from "./setting.ts";
import type { WorldName } from "./world_folder.ts";

/** Keys of 32 bytes. `previous` opens what it sealed, until everything is resealed. */
export interface WalletKeys {
  readonly current: Option.Option<Redacted.Redacted<Uint8Array>>;
  readonly previous: Option.Option<Redacted.Redacted<Uint8Array>>;
}

/**
 * Reads the keys. Without a setting a sandbox uses a key derived from its seed, and with one it
 * still opens what that key sealed.
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

/** Provides the secret box with these keys; without a current key its operations fail. */
export function layerWalletKeys({ current, previous }: WalletKeys): Layer.Layer<SecretBox> {
  return Option.match(current, {
    onNone: () => layerSecretBoxOff("WALLET_KEY"),
    onSome: (key) => layerSecretBox({ key, previousKey: Option.getOrUndefined(previous) }),
  });
}
