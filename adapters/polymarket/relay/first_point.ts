/**
 * Receives the first point of an asset from the relay.
 *
 * @module
 */
import { Clock, Deferred, Effect } from "effect";
import type { Asset } from "../../../core/market/mod.ts";
import { ProviderFailed } from "../../../core/port/provider_failure.ts";
import { ProviderWatch } from "../../../core/port/provider_watch.ts";
import type { RelayPoint } from "../../../core/price/mod.ts";
import {
  MachineTimers,
  runReconnectingSocket,
  type SocketLoss,
  withinMachineTime,
} from "../../outbound/mod.ts";
import type { RelayAccess } from "./relay_link.ts";
import { RELAY } from "./relay_name.ts";
import { faultOf } from "./relay_pause.ts";
import { type Fault, makeRelayConversation } from "./relay_conversation.ts";

/** A point arrives every second. */
const WAIT_MS_MAX = 8_000;

/** Returns the newest of the first points and closes the connection. Fails as soon as it does. */
export const firstPoint = Effect.fn("relay.firstPoint")(function* (
  { wsUrl, credentials: ask }: RelayAccess,
  asset: Asset,
): Effect.fn.Return<RelayPoint, ProviderFailed, ProviderWatch> {
  const clock = yield* Clock.clockWith(Effect.succeed);
  const { nowMs } = yield* MachineTimers;
  const first = Deferred.makeUnsafe<RelayPoint, ProviderFailed>();
  const credentials = yield* Effect.catchTag(
    ask,
    "ProviderOff",
    (off) => Effect.fail(failed("refused", off)),
  );
  let receive = (_: string): boolean => false;
  let fault: Fault | undefined;
  const link = runReconnectingSocket({
    provider: RELAY,
    target: () => Effect.succeed({ url: `${wsUrl}/ws` }),
    opened: (send, end) => {
      const conversation = makeRelayConversation({
        credentials,
        send,
        end: (why, reason) => {
          fault = why;
          end(reason);
        },
        pointState: {
          take: (from, { points }) => {
            const point = from === asset ? points.at(-1) : undefined;
            return point !== undefined && Deferred.doneUnsafe(first, Effect.succeed(point));
          },
          answered: () => {},
          doubtful: () => [],
        },
        complain: () => {},
        clockMs: () => clock.currentTimeMillisUnsafe(),
      }, nowMs());
      receive = (text) => conversation.receive(text, nowMs());
    },
    message: (text) => receive(text),
    lost: (why) => void Deferred.doneUnsafe(first, Effect.fail(toFailure(why, fault))),
    silenceMsMax: WAIT_MS_MAX,
  });
  return yield* withinMachineTime(Effect.raceFirst(link, Deferred.await(first)), {
    timeoutMs: WAIT_MS_MAX,
    onTimeout: () => failed("timeout", new Error("no point arrived")),
  });
});

function toFailure(why: SocketLoss, fault: Fault | undefined): ProviderFailed {
  const isRefused = faultOf({ ...why, fault }) === "refused";
  return failed(isRefused ? "refused" : "unreachable", new Error(why.reason));
}

function failed(reason: ProviderFailed["reason"], cause: unknown): ProviderFailed {
  return new ProviderFailed({ provider: RELAY, reason, wanted: "a point", cause });
}
