/**
 * Where the sockets of the simulators are: beside their other paths, unless a setting says else.
 *
 * @module
 */
import type { StreamOrigins } from "../../adapters/binance/stream_address.ts";
import type { SocketSetting } from "./sandbox_config.ts";
import type { SimulatorName } from "./start_simulator.ts";
import type { Simulators } from "./start_simulators.ts";

/** The sockets of the simulated exchange. `elsewhere` is what settings say, by their names. */
export function exchangeSockets(
  simulators: Pick<Simulators, "urlOf">,
  elsewhere: ReadonlyMap<SocketSetting, string> = new Map(),
): Required<StreamOrigins> {
  const spotUrl = elsewhere.get("BINANCE_SPOT_WS_URL") ?? beside(simulators, "exchange-spot");
  return {
    spotUrl,
    spotMirrorUrl: elsewhere.get("BINANCE_SPOT_MIRROR_WS_URL") ?? `${spotUrl}/mirror`,
    futuresUrl: elsewhere.get("BINANCE_FUTURES_WS_URL") ?? beside(simulators, "exchange-futures"),
  };
}

/** The address of the simulated oracle's sockets, without a path. */
export function oracleSocket(
  simulators: Pick<Simulators, "urlOf">,
  elsewhere: ReadonlyMap<SocketSetting, string> = new Map(),
): string {
  return elsewhere.get("CHAINLINK_WS_URL") ?? beside(simulators, "oracle");
}

/** The address of the simulated order book's sockets, without a path. */
export function orderBookSocket(
  simulators: Pick<Simulators, "urlOf">,
  elsewhere: ReadonlyMap<SocketSetting, string> = new Map(),
): string {
  return elsewhere.get("POLYMARKET_CLOB_WS_URL") ?? beside(simulators, "venue-orders");
}

/** The address of the simulated secondary venue's socket, without a path. */
export function secondaryVenueSocket(
  simulators: Pick<Simulators, "urlOf">,
  elsewhere: ReadonlyMap<SocketSetting, string> = new Map(),
): string {
  return elsewhere.get("HYPERLIQUID_WS_URL") ?? beside(simulators, "venue2");
}

/** The address of the simulated relay's socket, without a path. */
export function relaySocket(simulators: Pick<Simulators, "urlOf">): string {
  return beside(simulators, "relay");
}

function beside({ urlOf }: Pick<Simulators, "urlOf">, name: SimulatorName): string {
  return urlOf(name).replace(/^http/, "ws");
}
