/**
 * Our service from the providers' sockets to its clients', on its real store.
 *
 * Everything is assembled as in the application, except for the job that requests missing targets:
 * the clock jumps from midnight to midnight, and a day would be missing each time.
 *
 * @module
 */
import { Effect, Fiber, ManagedRuntime, Option, Redacted, Result } from "effect";
import { makeRun } from "../../../adapters/http/edge/run.ts";
import { readEnvironment, readServiceSettings } from "../../../app/settings/settings.ts";
import type { ProviderSettings } from "../../../app/settings/provider_settings.ts";
import { layerClock } from "../../../app/simulator/kit/clock.ts";
import { layerService, type ServicePorts } from "../../../app/service.ts";
import { makeWorldFolder, schemaOf, type WorldName } from "../../../app/world_folder.ts";
import { ASSETS, INTERVALS, providerOf, windowContaining } from "../../../core/market/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { LiveStream, TargetCache, targetQuery } from "../../../core/use_case/mod.ts";
import { makeMovableClock } from "../../http/stream/movable_clock.ts";
import { startStreamEdge } from "../../http/stream/stream_edge.ts";
import { dropSchema } from "../drop_schema.ts";
import { takeOrders } from "../ordered_process.ts";
import { sharedNowUs } from "../stream/shared_clock.ts";
import type { ListenerAnswer, ListenerOrder, Seen } from "./boundary_order.ts";
import { FEEDS, keyOfFrame, type Sighting } from "./price_frame.ts";

type StartOrder = Extract<ListenerOrder, { kind: "start" }>;

/** Received frames, parsed when there is time. */
const received: Array<{ readonly atUs: number; readonly data: unknown }> = [];
const published: Array<Sighting> = [];

/** Records a frame before the socket's owner sees it. */
const Native = globalThis.WebSocket;
globalThis.WebSocket = class extends Native {
  constructor(url: string | URL, options?: Bun.WebSocketOptions) {
    super(url, options);
    this.addEventListener("message", ({ data }) => {
      received.push({ atUs: sharedNowUs(), data });
    });
  }
} as typeof Native;

async function start({ origin, startSec, folder, databaseUrl }: StartOrder) {
  const clock = makeMovableClock(startSec * 1000);
  const environment = { LOG_LEVEL: "error", DATA_DIR: folder, DATABASE_URL: databaseUrl };
  const settings = Result.getOrThrow(
    readEnvironment(environment, (reader) => readServiceSettings(reader, { venueProfile: "spec" })),
  );
  const world: WorldName = `sandbox_${Math.floor(Math.random() * 1e9)}`;
  makeWorldFolder(folder);
  const runtime = ManagedRuntime.make(
    layerService({
      settings: {
        ...settings,
        providers: providersAt(origin),
        walletKeys: { current: Option.none(), previous: Option.none() },
      },
      store: { world, folder },
      clock: layerClock(clock),
    }),
  );
  const stream = await runtime.runPromise(LiveStream.use(Effect.succeed));
  const book = await runtime.runPromise(TargetCache.use(Effect.succeed));
  // A failing layer would have failed above.
  const run = makeRun(runtime as ManagedRuntime.ManagedRuntime<ServicePorts, never>);
  const { venue } = settings;
  const edge = startStreamEdge({ run, stream, venue, clock, trustProxy: 1, port: 0 });
  // After the application's own listener, which publishes.
  stream.listen((event) => {
    if (event.kind !== "target") return;
    published.push({
      key: `${providerOf(event.window.interval)}:${event.asset}`,
      atUs: sharedNowUs(),
    });
  });
  let fiber: ReturnType<typeof runtime.runFork<never, never>> | undefined;

  const leadUp = async () => {
    if (fiber !== undefined) await runtime.runPromise(Fiber.interrupt(fiber));
    fiber = runtime.runFork(stream.run);
    await runtime.runPromise(Effect.yieldNow);
    const nowSec = UnixSec(Math.floor(clock.nowMs() / 1000));
    const openings = ASSETS.flatMap((asset) =>
      INTERVALS.map((interval) => {
        const window = windowContaining(venue.profile.calendar, interval, nowSec);
        return { query: targetQuery(venue, asset, window), target: PLACEHOLDER };
      })
    );
    await runtime.runPromise(book.keep(openings));
  };

  const stop = async () => {
    await edge.server?.stop(true);
    await runtime.dispose();
    if (databaseUrl !== undefined) await dropSchema(databaseUrl, schemaOf(world));
  };

  return { url: `http://127.0.0.1:${edge.port}`, clock, leadUp, stop };
}

/** A target of a window that is over before anything is measured. */
const PLACEHOLDER = {
  priceE18: 10n ** 18n,
  source: "klines",
  evidence: {
    kind: "kline",
    market: "spot",
    symbol: "BTCUSDT",
    klineInterval: "1h",
    field: "open",
    row: [],
  },
} as const;

function providersAt(origin: string): ProviderSettings {
  const wsUrl = origin.replace("http", "ws");
  return {
    oracle: {
      url: origin,
      wsUrl,
      feeds: FEEDS,
      callsPerSec: 9,
      credentials: Option.some({ apiKey: "bench", apiSecret: Redacted.make("bench") }),
      missing: "",
    },
    exchange: {
      spotUrl: origin,
      spotMirrorUrl: origin,
      futuresUrl: origin,
      streams: { spotUrl: wsUrl, futuresUrl: wsUrl },
      archiveUrl: origin,
    },
    relay: { wsUrl, access: Option.none(), missing: "" },
    venue: {
      gammaUrl: origin,
      siteUrl: origin,
      dataUrl: origin,
      clobUrl: origin,
      clobWsUrl: wsUrl,
    },
    venue2: { url: origin, wsUrl },
    games: {
      espnUrl: origin,
      espnMirrorUrl: origin,
      kalshiUrl: origin,
      limitlessUrl: origin,
      sxBetUrl: origin,
    },
  };
}

function seen(): Seen {
  return {
    received: received.map(({ atUs, data }) => ({ key: keyOfFrame(String(data)), atUs })),
    published: [...published],
  };
}

let service: Awaited<ReturnType<typeof start>> | undefined;

takeOrders<ListenerOrder, ListenerAnswer>(async (order) => {
  if (order.kind === "start") {
    service = await start(order);
    return { url: service.url };
  }
  switch (order.kind) {
    case "lead_up":
      await service?.leadUp();
      return null;
    case "forward":
      service?.clock.moveTo(order.toSec);
      received.splice(0);
      published.splice(0);
      return null;
    case "collect":
      return seen();
    case "stop":
      await service?.stop();
      return null;
  }
});
