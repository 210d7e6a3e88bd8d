import { afterAll, describe, expect, test } from "bun:test";
import { Effect, Option, Redacted } from "effect";
import { MAINNET_FEEDS } from "../../../adapters/chainlink/feed_table.ts";
import { layerProviderWatch } from "../../../adapters/process/provider_watch.ts";
import { probe } from "../../../app/command/probe.ts";
import {
  exchangeSockets,
  simulatedChain,
  simulatedGames,
  simulatedLegs,
  simulatedVenue,
  socketUrlOf,
} from "../../../app/sandbox/simulated_providers.ts";
import { probeTable } from "../../../app/command/probe_report.ts";
import { makeSandboxClock } from "../../../app/simulator/kit/clock.ts";
import { makeApiKeys } from "../../../app/simulator/polymarket/clob/api_keys.ts";
import { demoBuilderKey } from "../../../app/simulator/polymarket/relayer/builder_keys.ts";
import { startSimulators } from "../../../app/simulator/start_simulators.ts";
import { control, ORACLE_KEY } from "../../simulator/kit/support.ts";

const simulators = startSimulators({
  seed: 1,
  clock: makeSandboxClock(),
  oracleKey: ORACLE_KEY,
  urls: new Map(),
  portBase: Option.none(),
});
afterAll(simulators.stop);

/** The venue's key of a wallet; with another secret than the oracle's own it is a wrong one. */
function keyOfWallet(oracleSecret: string) {
  const key = makeApiKeys(1).of("0x00000000000000000000000000000000000000aa");
  if (key === undefined) throw new Error("the wallet has no key");
  const secret = oracleSecret === ORACLE_KEY.apiSecret ? key.secret : "wrong";
  const { apiKey, passphrase } = key;
  return { apiKey, secret: Redacted.make(secret), passphrase: Redacted.make(passphrase) };
}

function run(
  { apiSecret = ORACLE_KEY.apiSecret, futuresUrl = simulators.urlOf("exchange-futures") }: {
    readonly apiSecret?: string;
    readonly futuresUrl?: string;
  } = {},
) {
  const setup = {
    oracle: {
      url: simulators.urlOf("oracle"),
      wsUrl: simulators.urlOf("oracle").replace("http", "ws"),
      feeds: MAINNET_FEEDS,
      callsPerSec: 9,
      credentials: Option.some({ apiKey: ORACLE_KEY.apiKey, apiSecret: Redacted.make(apiSecret) }),
      missing: "",
    },
    exchange: {
      spotUrl: simulators.urlOf("exchange-spot"),
      futuresUrl,
      streams: { ...exchangeSockets(simulators), futuresUrl: futuresUrl.replace("http", "ws") },
      archiveUrl: `${simulators.urlOf("exchange-spot")}/archive`,
    },
    relay: {
      wsUrl: socketUrlOf(simulators, "relay"),
      access: Option.some({ kind: "given", credentials: keyOfWallet(apiSecret) } as const),
      missing: "",
    },
    venue: simulatedVenue(simulators),
    chain: simulatedChain(simulators, { builderKey: demoBuilderKey(1) }),
    venue2: { url: simulators.urlOf("venue2"), wsUrl: socketUrlOf(simulators, "venue2") },
    games: simulatedGames(simulators),
    legs: simulatedLegs(simulators),
  };
  const watch = layerProviderWatch({ providers: [], off: [] });
  return Effect.runPromise(Effect.provide(probe(setup, () => Effect.die("keys are given")), watch));
}

describe("probe", () => {
  test("is ok where every provider answers as documented", async () => {
    const rows = await run();
    expect(rows.map(({ provider }) => provider)).toEqual([
      ...["oracle spot", "oracle twap_30", "oracle twap_60", "oracle twap_60", "oracle stream"],
      ...["relay", "exchange spot", "exchange futures", "exchange spot stream"],
      ...["exchange futures stream", "exchange archive", "venue metadata"],
      ...["venue metadata prices", "venue site", "venue data", "venue index"],
      ...[
        "venue orders",
        "venue books",
        "venue stream",
        "venue relayer",
        "chain",
        "schedule",
        "polymarket games",
        "kalshi",
        "limitless",
        "sx_bet",
      ],
      ...["hyperliquid", "hyperliquid prices", "hyperliquid stream", "kalshi windows"],
      "venue region",
    ]);
    expect(rows.filter(({ outcome }) => outcome !== "ok")).toEqual([]);
    expect(probeTable(rows).split("\n")).toHaveLength(32);
  });

  test("distinguishes a refusal, a silence and an unreadable answer", async () => {
    await control(`${simulators.urlOf("exchange-spot")}/__faults`, "POST", {
      match: "GET /api/v3/",
      kind: "malformed",
    });
    const orders = simulators.urlOf("venue-orders");
    await control(`${orders}/__faults`, "POST", { match: "GET /book", kind: "malformed" });
    await control(`${orders}/__mode`, "PUT", { region: "blocked" });
    const rows = await run({ apiSecret: "wrong", futuresUrl: "http://127.0.0.1:1" });
    const failed = rows.filter(({ outcome }) => outcome !== "ok");
    expect(rows).toHaveLength(31);
    expect(failed.map(({ provider, outcome }) => `${provider}: ${outcome}`)).toEqual([
      "oracle spot: refused",
      "oracle twap_30: refused",
      "oracle twap_60: refused",
      "oracle twap_60: refused",
      "oracle stream: refused",
      "relay: refused",
      "exchange spot: drift",
      "exchange futures: unreachable",
      "exchange futures stream: unreachable",
      "venue books: drift",
      "venue region: refused",
    ]);
    await control(`${orders}/__mode`, "PUT", { region: "open" });
    await control(`${orders}/__faults`, "DELETE");
    await control(`${simulators.urlOf("exchange-spot")}/__faults`, "DELETE");
  });
});
