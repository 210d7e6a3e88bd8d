/**
 * The addresses of the simulators' sockets: on the simulator's origin, unless a setting overrides
 * it.
 *
 * @module
 */
import type { StreamOrigins } from "../../adapters/binance/stream_address.ts";
import type { SocketSetting } from "../settings/sandbox_settings.ts";
import type { SimulatorName } from "../simulator/start_simulator.ts";
import type { Simulators } from "../simulator/start_simulators.ts";

/** Returns the sockets of the simulated exchange. `elsewhere` overrides addresses, by setting. */
export function exchangeSockets(
  simulators: Pick<Simulators, "urlOf">,
  elsewhere: ReadonlyMap<SocketSetting, string> = new Map(),
): Required<StreamOrigins> {
  const spotUrl = elsewhere.get("BINANCE_SPOT_WS_URL") ?? socketUrlOf(simulators, "exchange-spot");
  return {
    spotUrl,
    spotMirrorUrl: elsewhere.get("BINANCE_SPOT_MIRROR_WS_URL") ?? `${spotUrl}/mirror`,
    futuresUrl: elsewhere.get("BINANCE_FUTURES_WS_URL") ??
      socketUrlOf(simulators, "exchange-futures"),
  };
}

/** Returns the address of the simulated oracle's sockets, without a path. */
export function oracleSocket(
  simulators: Pick<Simulators, "urlOf">,
  elsewhere: ReadonlyMap<SocketSetting, string> = new Map(),
): string {
  return elsewhere.get("CHAINLINK_WS_URL") ?? socketUrlOf(simulators, "oracle");
}

/** Returns the address of the simulated order book's sockets, without a path. */
export function orderBookSocket(
  simulators: Pick<Simulators, "urlOf">,
  elsewhere: ReadonlyMap<SocketSetting, string> = new Map(),
): string {
  return elsewhere.get("POLYMARKET_CLOB_WS_URL") ?? socketUrlOf(simulators, "venue-orders");
}

/** Returns the address of the simulated secondary venue's socket, without a path. */
export function secondaryVenueSocket(
  simulators: Pick<Simulators, "urlOf">,
  elsewhere: ReadonlyMap<SocketSetting, string> = new Map(),
): string {
  return elsewhere.get("HYPERLIQUID_WS_URL") ?? socketUrlOf(simulators, "venue2");
}

/** Returns the address of the simulated relay's socket, without a path. */
export function relaySocket(simulators: Pick<Simulators, "urlOf">): string {
  return socketUrlOf(simulators, "relay");
}

function socketUrlOf({ urlOf }: Pick<Simulators, "urlOf">, name: SimulatorName): string {
  return urlOf(name).replace(/^http/, "ws");
}
