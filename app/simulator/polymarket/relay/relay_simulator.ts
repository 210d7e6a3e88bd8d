/**
 * The simulated relay of the oracle's averages, "PolyBolt": `GET /ws`.
 *
 * @module
 */
import { ASSETS } from "../../../../core/market/mod.ts";
import { type Answer, reasonPhrase } from "../../kit/answer.ts";
import { type SandboxClock } from "../../kit/clock.ts";
import { type OracleSeries } from "../../chainlink/oracle_series.ts";
import { type ApiKeys } from "../clob/api_keys.ts";
import { type SimulatedProvider, trackConversation } from "../../kit/simulator.ts";
import { makeForcedErrors } from "./forced_errors.ts";
import { makePointSource } from "./point_source.ts";
import { makePointsControl } from "./points_control.ts";
import { makePublishDelay } from "./publish_delay.ts";
import { type RecordedPoints } from "./recorded_points.ts";
import { makeRelayControls } from "./relay_controls.ts";
import { makeRelayPump } from "./relay_pump.ts";
import { makeRelayConversation, type RelayConversation } from "./relay_conversation.ts";
import { symbolOf } from "./relay_symbol.ts";

/** The relay's sources, credentials and clock. */
export interface RelayOptions {
  readonly seed: number;
  readonly clock: SandboxClock;
  /** The oracle's numbers, shared with its simulator if both run in one process. */
  readonly series: OracleSeries;
  /** The venue's API keys, shared with its order book if both run in one process. */
  readonly keys: Pick<ApiKeys, "isInForce">;
  readonly recorded: RecordedPoints;
}

/** Seconds until a temporarily refused client may retry. */
const RETRY_AFTER_SEC = 2;

/** Makes the simulator. */
export function makeRelaySimulator(
  { seed, clock, series, keys, recorded }: RelayOptions,
): SimulatedProvider {
  const delayMs = makePublishDelay(seed);
  const sources = new Map(ASSETS.flatMap((asset) => {
    const ofAsset = series.of(asset, "twap_60");
    return ofAsset === undefined ? [] : [
      [
        symbolOf(asset),
        makePointSource({ series: ofAsset, delayMs, recorded: { points: recorded, asset } }),
      ] as const,
    ];
  }));
  const forced = makeForcedErrors();
  const context = { clock, keys, sources, pump: makeRelayPump(clock), forced };
  const conversations = new Set<RelayConversation>();
  return {
    name: "relay",
    controls: new Map([
      ["PUT /__points", makePointsControl(recorded, delayMs)],
      ...makeRelayControls(conversations, forced),
    ]),
    failure: relayFailed,
    answer: () => relayFailed(404),
    upgrade: ({ path }) =>
      path !== "/ws"
        ? undefined
        : (socket) => trackConversation(conversations, makeRelayConversation(socket, context)),
  };
}

/** Documented: a 429 or 503 of a handshake says when to retry. The body is assumed. */
function relayFailed(status: number): Answer {
  const isForNow = status === 429 || status === 503;
  return {
    status,
    body: { error: reasonPhrase(status).toLowerCase() },
    headers: isForNow ? { "retry-after": String(RETRY_AFTER_SEC) } : {},
  };
}
