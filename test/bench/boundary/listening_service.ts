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
import {
  type ProviderSettings,
  readProviderSettings,
} from "../../../app/settings/provider_settings.ts";
import { layerClock } from "../../../app/simulator/kit/clock.ts";
import { layerService, type ServicePorts } from "../../../app/wiring/service.ts";
import { makeWorldFolder, schemaOf, type WorldName } from "../../../app/wiring/world_folder.ts";
import { ASSETS, INTERVALS, windowContaining } from "../../../core/market/mod.ts";
import { publishedTarget } from "../../../core/price/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { LiveStream, Publisher } from "../../../core/use_case/live/mod.ts";
import { TargetCache, targetQuery } from "../../../core/use_case/price/mod.ts";
import { NOWHERE } from "../../app/nowhere.ts";
import { makeMovableClock } from "../../http/stream/movable_clock.ts";
import { startStreamEdge } from "../../http/stream/stream_edge.ts";
import { dropSchema } from "../drop_schema.ts";
import { takeOrders } from "../ordered_process.ts";
import { FEEDS } from "./price_frame.ts";

/** Each is answered. */
export type ListenerOrder =
  /** Answered with its address. */
  | ({ readonly kind: "start" } & StartOrder)
  /** Publishes the 35 open windows, and reconnects. */
  | { readonly kind: "lead_up" }
  /** Sets the time to this or later. */
  | { readonly kind: "forward"; readonly toSec: number }
  | { readonly kind: "stop" };

interface StartOrder {
  readonly origin: string;
  readonly startSec: number;
  /** The folder of the embedded store. */
  readonly folder: string;
  /** Uses a server instead, in a schema that is removed. */
  readonly databaseUrl: string | undefined;
}

async function start({ origin, startSec, folder, databaseUrl }: StartOrder) {
  const clock = makeMovableClock(startSec * 1000);
  const store = { DATA_DIR: folder, DATABASE_URL: databaseUrl };
  const environment = { ...NOWHERE, LOG_LEVEL: "error", ...store };
  const { settings, providers } = Result.getOrThrow(
    readEnvironment(
      environment,
      Effect.all({
        settings: readServiceSettings("spec"),
        providers: readProviderSettings,
      }),
    ),
  );
  const world: WorldName = `sandbox_${Math.floor(Math.random() * 1e9)}`;
  makeWorldFolder(folder);
  const runtime = ManagedRuntime.make(
    layerService({
      settings: {
        ...settings,
        providers: providersAt(origin, providers),
        walletKeys: { current: Option.none(), previous: Option.none() },
      },
      store: { world, folder },
      clock: layerClock(clock),
    }),
  );
  const [stream, publisher, book] = await runtime.runPromise(
    Effect.all([LiveStream, Publisher, TargetCache]),
  );
  // A failing layer would have failed above.
  const run = makeRun(runtime as ManagedRuntime.ManagedRuntime<ServicePorts, never>);
  const { venue } = settings;
  const edge = startStreamEdge({ run, stream, publisher, venue, clock, trustProxy: 1, port: 0 });
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
const PLACEHOLDER = publishedTarget({
  source: "venue_metadata",
  priceE18: 10n ** 18n,
  receivedAtMs: 0,
});

/** Only the providers' sockets are there. */
function providersAt(origin: string, others: ProviderSettings): ProviderSettings {
  const wsUrl = origin.replace("http", "ws");
  const credentials = Option.some({ apiKey: "bench", apiSecret: Redacted.make("bench") });
  return {
    ...others,
    oracle: { ...others.oracle, url: origin, wsUrl, feeds: FEEDS, credentials, missing: "" },
    exchange: { ...others.exchange, streams: { spotUrl: wsUrl, futuresUrl: wsUrl } },
  };
}

let service: Awaited<ReturnType<typeof start>> | undefined;

takeOrders<ListenerOrder, string | null>(async (order) => {
  switch (order.kind) {
    case "start":
      service = await start(order);
      return service.url;
    case "lead_up":
      await service?.leadUp();
      return null;
    case "forward":
      service?.clock.moveTo(order.toSec);
      return null;
    case "stop":
      await service?.stop();
      return null;
  }
});
