/** Replicas that share a provider's stream, each with a way to the provider of its own. @module */
import { Clock, Effect, Layer, References } from "effect";
import { layerMemoryProviderWatch } from "../../../memory/provider_watch.ts";
import { Leases } from "../../../../core/port/leases.ts";
import type { LiveEvent, LivePrices } from "../../../../core/port/live_prices.ts";
import { News } from "../../../../core/port/news.ts";
import { ProviderWatch } from "../../../../core/port/provider_watch.ts";
import { shareLivePrices } from "../../../../core/use_case/live/mod.ts";
import { MemoryFleet } from "../../../memory/fleet.ts";
import { MemoryReplica } from "../../../memory/fleet_replica.ts";
import { VirtualTime } from "../../../stage/virtual_time.ts";

/** A way to the provider. */
export interface Way {
  /** Whether connections are answered, or fail at once. */
  isOpen: boolean;
  /** How long an open connection needs to deliver something. */
  readonly upAfterMs: number;
  /** The sockets that break, while the others deliver. */
  readonly broken?: ReadonlySet<string>;
}

const SOCKETS = ["stream", "relay"];

/** Fails and comes up again whenever its way does. */
function socketOver(
  way: Way,
  { watch, opened }: {
    readonly watch: ProviderWatch["Service"];
    readonly opened: (listener: (event: LiveEvent) => void) => void;
  },
): LivePrices["Service"] {
  return {
    listen: (listener) =>
      Effect.gen(function* () {
        opened(listener);
        let isUp: boolean | undefined;
        for (let downMs = 0;; downMs = isUp === true ? 0 : downMs + 1_000) {
          const isUpNow = way.isOpen && (isUp === true || downMs >= way.upAfterMs);
          const isSilent = way.isOpen && !isUpNow;
          if (isUpNow !== isUp && !isSilent) {
            isUp = isUpNow;
            listener({ kind: "stream_state", provider: "oracle", isUp });
          }
          for (const provider of SOCKETS) {
            const ok = isUpNow && way.broken?.has(provider) !== true;
            yield* watch.record({ provider, ok, atMs: yield* Clock.currentTimeMillis, tookMs: 0 });
          }
          yield* Effect.sleep(1_000);
        }
      }),
  };
}

/** Starts replicas one after the other, on a time that stands until it is moved. */
export function startSharedFleet(ways: ReadonlyArray<Way>) {
  const time = new VirtualTime(0);
  const fleet = new MemoryFleet({
    time: { nowMs: () => time.nowMs, after: (ms, wake) => time.after(ms, wake) },
    keptMax: () => 100,
  });
  let joined = 0;
  const join = (way: Way) => {
    const replica = new MemoryReplica(fleet, `replica ${++joined}`);
    const received: Array<LiveEvent> = [];
    const followed: Array<LiveEvent> = [];
    const openedMs: Array<number> = [];
    let watch: ProviderWatch["Service"] | undefined;
    let emit: (event: LiveEvent) => void = () => {};
    const opened = (listener: typeof emit) => {
      openedMs.push(time.nowMs);
      emit = listener;
    };
    const listening = Effect.gen(function* () {
      watch = yield* ProviderWatch;
      const receive = (event: LiveEvent) => void followed.push(event);
      const live = { ...socketOver(way, { watch, opened }), receive };
      const shared = yield* shareLivePrices({ provider: "oracle", socketNames: SOCKETS, live });
      return yield* shared.listen((event) => void received.push(event));
    });
    const layer = Layer.mergeAll(
      Layer.succeed(Leases, replica.leases),
      Layer.succeed(News, replica.news),
      layerMemoryProviderWatch,
      Layer.succeed(References.MinimumLogLevel, "None"),
    );
    const enter = (work: () => void) => replica.gate.enter(work);
    time.fork(Effect.provide(listening, layer), enter);
    time.advance(10);
    return {
      replica,
      openedMs,
      /** Receives an event from the provider. */
      emit: (event: LiveEvent) => emit(event),
      /** The trades that its listener received. */
      trades: () => received.flatMap((event) => event.kind === "trade" ? [event.trade] : []),
      /** What its adapter received of other replicas. */
      followed,
      /** The states of its sockets on the status page. */
      states: (): Readonly<Record<string, string>> =>
        Object.fromEntries(
          Effect.runSync(watch?.reports ?? Effect.succeed([])).map((
            { name, state },
          ) => [name, state]),
        ),
      isHolding: () => replica.leases.held().length > 0,
      /** Whether the stream is up, as it was published last. */
      isUp: () =>
        received.reduce<boolean | undefined>(
          (last, event) => event.kind === "stream_state" ? event.isUp : last,
          undefined,
        ),
    };
  };
  return { time, replicas: ways.map(join), join };
}
