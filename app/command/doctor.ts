/**
 * `bun run doctor`: checks what live mode stands on, and says what to do about each trouble.
 *
 * @module
 */
import { Effect, Layer, References, Result } from "effect";
import { layerProviderWatch } from "../../adapters/process/provider_watch.ts";
import { checkAssets } from "./doctor/asset_check.ts";
import { checkClocks } from "./doctor/clock_check.ts";
import {
  doctorExitCode,
  doctorJson,
  type DoctorRow,
  doctorTable,
  type Finding,
  off,
  trouble,
  well,
} from "./doctor/doctor_report.ts";
import { checkEnvFiles } from "./doctor/env_file_check.ts";
import { checkPort } from "./doctor/port_check.ts";
import { checkRedis } from "./doctor/redis_check.ts";
import { checkStore } from "./doctor/store_check.ts";
import { runFindings } from "./findings_command.ts";
import { probe } from "./probe.ts";
import type { ProbeRow } from "./probe_report.ts";
import { walletRelay } from "./probe_wallet.ts";
import { type Environment } from "../settings/setting_reader.ts";
import { readEnvironment, readSettings, type Settings } from "../settings/settings.ts";
import { usageLine } from "../wiring/own_command.ts";

const USAGE = `${usageLine("doctor [--json]")}
Checks the settings and who can read their files, this machine's clock, the store, the disk, the
secrets of wallets and webhooks, Redis, the port and every provider, as live mode would use them,
and says what to do. Nothing is changed. It works while the service runs and while it does not.
  --json  prints a list of {check, state, finding, remedy}
state     ok, trouble, off (not set up)
exits     0: no trouble, 1: some trouble, 64: an option is unknown`;

/** Checks and prints, and returns the exit code. */
export async function main(args: ReadonlyArray<string>): Promise<number> {
  return await runFindings(args, {
    usage: USAGE,
    run: async ({ json }) => {
      const rows = await examine(Bun.env);
      console.log(json ? doctorJson(rows) : doctorTable(rows));
      return doctorExitCode(rows);
    },
  });
}

/** Runs all checks on live mode with these settings. Wrong ones are reported alone. */
export async function examine(environment: Environment): Promise<ReadonlyArray<DoctorRow>> {
  const settings = readEnvironment(environment, readSettings);
  if (Result.isSuccess(settings)) return await examineAll(settings.success);
  const remedy = "Correct it, or unset it for its default; see .env.example";
  return [
    ...settings.failure.map((line) => ({ check: "settings", ...trouble(line, remedy) })),
    { check: "everything else", ...off("not checked while a setting is wrong") },
  ];
}

async function examineAll(settings: Settings): Promise<ReadonlyArray<DoctorRow>> {
  const { rows, ownUrl } = await checkStore(settings);
  // The table reports every failure, so the log is off.
  const quiet = Layer.succeed(References.MinimumLogLevel, "None");
  const watch = layerProviderWatch({ providers: [], off: [] });
  const asking = Effect.all([
    checkClocks(settings.providers),
    checkAssets(settings.providers.venue),
    probe(settings.providers, (walletId) => walletRelay(settings, walletId)),
  ]);
  const [clocks, assets, providers] = await Effect.runPromise(
    Effect.provide(asking, Layer.merge(watch, quiet)),
  );
  return [
    { check: "settings", ...well("every setting can be used") },
    ...checkEnvFiles(),
    ...clocks,
    ...rows,
    { check: "redis", ...await checkRedis(settings.storage) },
    { check: "assets", ...assets },
    { check: "port", ...await checkPort(settings.server, ownUrl) },
    ...providers.map(providerRow),
  ];
}

/** Returns one row a question. */
function providerRow(row: ProbeRow): DoctorRow {
  return { check: `provider: ${row.provider}`, ...findingOf(row) };
}

function findingOf({ outcome, tookMs, detail, remedy }: ProbeRow): Finding {
  if (remedy !== undefined) return trouble(detail, remedy);
  switch (outcome) {
    case "ok":
      return well(`${detail} (${tookMs} ms)`);
    case "off":
      return off("not set up", detail);
    case "drift":
      return trouble(
        `its answer cannot be read: ${detail}`,
        "Update Strikeline; if it is the latest, report this line",
      );
    case "refused":
      return trouble(
        `it refuses us: ${detail}`,
        "Check its credentials in the settings, and whether it serves your region",
      );
    case "unreachable":
      return trouble(`no answer: ${detail}`, "Check the network, a firewall, and its *_URL");
  }
}
