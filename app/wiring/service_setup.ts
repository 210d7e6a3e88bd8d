/**
 * Sets a live service up: keeps what is chosen in its `.env`, and makes keys.
 *
 * @module
 */
import { randomBytes } from "node:crypto";
import { dirname, join } from "node:path";
import { Effect, Option } from "effect";
import {
  addressOf,
  checksumAddress,
  readSigningKey,
} from "../../adapters/polymarket/clob/signing_key.ts";
import { troubleOf } from "../../adapters/postgres/engine/store_trouble.ts";
import {
  type ServiceSetup,
  SetupRefused,
  SigningKeyUnreadable,
} from "../../core/port/service_setup.ts";
import { readEnvFile, saveSettings, valueIn } from "../settings/env_file.ts";
import { writePrivateFile } from "../settings/private_file.ts";
import type { Environment } from "../settings/setting_reader.ts";
import type { Settings } from "../settings/settings.ts";

/** The service that is set up. */
export interface SetupParts {
  /** What it reads at its next start; changed with the file. */
  readonly environment: Record<string, string | undefined>;
  /** What it runs with. */
  readonly settings: Settings;
  /** The path of its `.env`. */
  readonly file: string;
  /** Starts it again, once what is under way is answered. */
  readonly restart: () => void;
}

const KEY_BYTES = 32;

/** Makes the port. */
export function serviceSetup({ environment, settings, file, restart }: SetupParts): ServiceSetup {
  const { oracle, relay } = settings.providers;
  const keep = (name: string, value: string) => keepSetting({ environment, file }, { name, value });
  return {
    chosen: Effect.succeed({
      hasWalletKey: Option.isSome(settings.walletKeys.current),
      hasOracle: Option.isSome(oracle.credentials) || Option.isSome(relay.access),
      relayWalletId: Option.flatMap(
        relay.access,
        (access) => access.kind === "wallet" ? Option.some(access.walletId) : Option.none(),
      ),
      file,
    }),
    makeWalletKey: Effect.gen(function* () {
      if (isSet(environment, "WALLET_KEY")) return;
      yield* keep("WALLET_KEY", randomBytes(KEY_BYTES).toString("base64"));
      restart();
    }),
    askRelayWith: Effect.fnUntraced(function* (walletId) {
      if (relay.missing === "ORACLE") {
        return yield* new SetupRefused({
          why: "ORACLE leaves the relay out",
          hint: "Remove ORACLE from the environment, or add relay to it",
        });
      }
      if (environment["POLYMARKET_RELAY_WALLET"] === walletId) return;
      yield* keep("POLYMARKET_RELAY_WALLET", walletId);
      restart();
    }),
    makeSigningKey: Effect.suspend(() => {
      const signingKey = randomBytes(KEY_BYTES);
      // A number at or above the curve's order is no key; hardly any is.
      const address = Option.getOrThrow(addressOf(signingKey));
      const copy = join(dirname(file), `wallet-${address}.key`);
      return Effect.as(
        written(copy, () => writePrivateFile(copy, Buffer.from(`${signingKey.toString("hex")}\n`))),
        { signingKey, address, file: copy },
      );
    }),
    readSigningKey: (text) =>
      Effect.suspend(() => {
        const signingKey = Option.getOrElse(readSigningKey(text), () => new Uint8Array());
        text.fill(0);
        const address = addressOf(signingKey);
        if (Option.isSome(address)) return Effect.succeed({ signingKey, address: address.value });
        signingKey.fill(0);
        return new SigningKeyUnreadable();
      }),
    readAddress: checksumAddress,
  };
}

function isSet(environment: Environment, name: string): boolean {
  return (environment[name] ?? "").trim() !== "";
}

/**
 * A file may have another value than the service runs with, which is then not replaced; and one
 * that is empty in the environment itself would win over the file at the next start.
 */
const keepSetting = Effect.fnUntraced(function* (
  { environment, file }: Pick<SetupParts, "environment" | "file">,
  { name, value }: { readonly name: string; readonly value: string },
) {
  const settingsHint = `Start the service in a folder of yours; or set ${name} where its ` +
    "environment comes from";
  const known = yield* written(file, () => valueIn(readEnvFile(file), name), settingsHint);
  if (known === undefined && environment[name] !== undefined && !isSet(environment, name)) {
    return yield* new SetupRefused({
      why: `${name} is set to nothing outside ${file}, which wins over what is written there`,
      hint: `Remove ${name} from the environment of the service, and start it again`,
    });
  }
  if (known !== undefined && known !== environment[name]) {
    return yield* new SetupRefused({
      why: `${file} has a ${name} with which this service was not started`,
      hint: `Start the service again in ${dirname(file)}, so that it reads the file`,
    });
  }
  yield* written(file, () => saveSettings(file, { [name]: value }), settingsHint);
  environment[name] = value;
});

function written<A>(
  file: string,
  write: () => A,
  hint = "Start the service in a folder of yours",
): Effect.Effect<A, SetupRefused> {
  return Effect.try({
    try: write,
    catch: (error) =>
      new SetupRefused({
        why: `${file} cannot be written: ${troubleOf(error) ?? codeOf(error)}`,
        hint,
      }),
  });
}

function codeOf(error: unknown): string {
  const { code } = error as { readonly code?: unknown };
  return typeof code === "string" ? code : String(error);
}
