/** The stream's route alone on a real socket, over any stream. @module */
import { Exit } from "effect";
import { makeGameWriter } from "../../../adapters/http/game/game_writer.ts";
import type { CheckKey } from "../../../adapters/http/edge/limit/key_check.ts";
import { makeServer } from "../../../adapters/http/edge/server.ts";
import type { CountStranger } from "../../../adapters/http/edge/limit/stranger_count.ts";
import {
  StreamEndpoint,
  type StreamEndpointOptions,
} from "../../../adapters/http/stream/endpoint.ts";
import { stream as streamPlugin } from "../../../adapters/http/stream/stream.ts";
import { WalletForbidden } from "../../../core/use_case/order/mod.ts";
import type { SandboxClock } from "../../../app/simulator/kit/clock.ts";
import { QUIET_EDGE } from "../edge/quiet_edge.ts";
import { NO_WINDOWS } from "./no_windows.ts";

/** What an edge is made of. Port 0 is any free one. */
export interface StreamEdgeOptions
  extends Pick<StreamEndpointOptions, "run" | "stream" | "publisher" | "venue" | "trustProxy"> {
  readonly clock: Pick<SandboxClock, "nowMs">;
  /** Left out: the machine's. */
  readonly stopwatchMs?: (() => number) | undefined;
  /** Left out: no key is valid. */
  readonly checkKey?: CheckKey | undefined;
  /** Left out: unknown keys are not counted. */
  readonly countStranger?: CountStranger | undefined;
  /** Left out: nothing is told of any. */
  readonly windows?: StreamEndpointOptions["windows"] | undefined;
  /** Left out: nobody has a wallet. */
  readonly watchWallets?: StreamEndpointOptions["watchWallets"] | undefined;
  /** Left out: the machine's timers. */
  readonly later?: StreamEndpointOptions["later"] | undefined;
  readonly every?: StreamEndpointOptions["every"] | undefined;
  readonly port: number;
}

/** Counts no unknown key. */
export const UNCOUNTED: CountStranger = () => ({ refusal: undefined, giveBack: () => {} });

/** Listens on this machine's own address. */
export function startStreamEdge(
  { run, stream, publisher, venue, clock: { nowMs }, trustProxy, checkKey, port, ...options }:
    StreamEdgeOptions,
) {
  const endpoint = new StreamEndpoint({
    stream,
    windows: options.windows ?? NO_WINDOWS,
    publisher,
    venue,
    run,
    nowMs,
    stopwatchMs: options.stopwatchMs ?? (() => performance.now()),
    trustProxy,
    checkKey: checkKey ?? (() => ({ status: 401, error: "Cannot use this key", hint: "None is" })),
    countStranger: options.countStranger ?? UNCOUNTED,
    gameWriter: makeGameWriter(),
    watchWallets: options.watchWallets ??
      (({ walletIds }) => Exit.fail(new WalletForbidden({ id: walletIds.join() }))),
    ...(options.later === undefined ? {} : { later: options.later }),
    ...(options.every === undefined ? {} : { every: options.every }),
  });
  const app = makeServer({
    ...QUIET_EDGE,
    plugins: (gate) => streamPlugin(gate, endpoint),
    run,
    clock: { nowMs, stopwatchMs: () => performance.now() },
    trustProxy,
  });
  app.listen({ hostname: "127.0.0.1", port });
  return { endpoint, server: app.server, port: app.server?.port ?? 0 };
}
