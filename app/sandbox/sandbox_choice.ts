/**
 * All that decides what a sandbox is: its command line, and the settings of its environment.
 *
 * @module
 */
import { Effect, type Option, Result } from "effect";
import {
  type OracleChoice,
  readOracleChoice,
  readRelayAccess,
  type RelayAccess,
} from "../settings/oracle_settings.ts";
import { readSandboxSettings, readWorldSettings } from "../settings/sandbox_settings.ts";
import type { SandboxSettings, WorldSettings } from "../settings/sandbox_settings.ts";
import type { Environment } from "../settings/setting_reader.ts";
import { readEnvironment, type SettingsResult } from "../settings/settings.ts";
import { readWalletKeys, type WalletKeys } from "../settings/storage_settings.ts";
import { readSandboxCommand, type SandboxCommand } from "./replay/replay_command.ts";

/** What the operator chose. */
export interface SandboxChoice {
  readonly command: SandboxCommand;
  readonly settings: SandboxSettings;
  readonly worldSettings: WorldSettings;
  readonly oracleChoice: ReadonlyArray<OracleChoice>;
  readonly relay: Option.Option<RelayAccess>;
  readonly walletKeys: WalletKeys;
}

/** Reads the arguments and the environment. Fails with one line per mistake. */
export function readSandboxChoice(
  args: ReadonlyArray<string>,
  environment: Environment,
): SettingsResult<SandboxChoice> {
  return Result.flatMap(
    readSandboxCommand(args, environment),
    (command) =>
      readEnvironment(
        command.environment,
        Effect.gen(function* () {
          const worldSettings = yield* readWorldSettings;
          const oracleChoice = yield* readOracleChoice(defaultOracle(command));
          return {
            command,
            settings: yield* readSandboxSettings,
            worldSettings,
            oracleChoice,
            relay: (yield* readRelayAccess(oracleChoice)).access,
            walletKeys: yield* readWalletKeys(`sandbox_${worldSettings.seed}`),
          };
        }),
      ),
  );
}

/**
 * The oracle alone, so that its failures can be rehearsed: the relay would hide them. A replay uses
 * the relay, which the recording comes from.
 */
function defaultOracle({ files }: SandboxCommand): ReadonlyArray<OracleChoice> {
  return files.length === 0 ? ["chainlink"] : ["relay"];
}
