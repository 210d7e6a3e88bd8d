/** Simulators at the machine's time in the place of every provider, for live mode. @module */
import { afterAll } from "bun:test";
import { Option } from "effect";
import { makeSandboxClock } from "../../app/simulator/kit/clock.ts";
import { startSimulators } from "../../app/simulator/start_simulators.ts";
import type { Settings } from "../app/environment.ts";
import { ORACLE_KEY } from "../simulator/kit/support.ts";
import { makeFolder } from "../temporary_folder.ts";

/**
 * Starts them, with a clock that is so far ahead. Returns settings of live mode that lead there,
 * and to a folder of their own. All are gone after the tests.
 */
export function startLiveWorld({ aheadMs = 0 }: { readonly aheadMs?: number } = {}): Settings {
  const simulators = startSimulators({
    seed: 1,
    clock: makeSandboxClock({ startMs: Date.now() + aheadMs }),
    oracleKey: ORACLE_KEY,
    urls: new Map(),
    portBase: Option.none(),
  });
  const { path, remove } = makeFolder();
  afterAll(async () => {
    await simulators.stop();
    remove();
  });
  const { urlOf } = simulators;
  const ws = (name: Parameters<typeof urlOf>[0]) => urlOf(name).replace("http", "ws");
  return {
    DATA_DIR: path,
    PORT: "0",
    LEAGUES: "wsl",
    CHAINLINK_URL: urlOf("oracle"),
    BINANCE_SPOT_URL: urlOf("exchange-spot"),
    BINANCE_SPOT_MIRROR_URL: urlOf("exchange-spot"),
    BINANCE_FUTURES_URL: urlOf("exchange-futures"),
    BINANCE_ARCHIVE_URL: `${urlOf("exchange-spot")}/archive`,
    BINANCE_SPOT_WS_URL: ws("exchange-spot"),
    BINANCE_FUTURES_WS_URL: ws("exchange-futures"),
    POLYMARKET_GAMMA_URL: urlOf("venue-metadata"),
    POLYMARKET_DATA_URL: urlOf("site"),
    POLYMARKET_SITE_URL: urlOf("site"),
    POLYMARKET_RELAY_URL: urlOf("relay"),
    POLYMARKET_CLOB_URL: urlOf("venue-orders"),
    POLYMARKET_CLOB_WS_URL: ws("venue-orders"),
    HYPERLIQUID_URL: urlOf("venue2"),
    ESPN_URL: urlOf("schedule"),
    ESPN_MIRROR_URL: urlOf("schedule"),
    KALSHI_URL: urlOf("kalshi"),
    LIMITLESS_URL: urlOf("limitless"),
    SX_BET_URL: urlOf("sx_bet"),
  };
}
