/**
 * The oracle's live reports: one connection with all feeds to each of the provider's origins.
 *
 * @module
 */
import { Clock, Effect, Queue } from "effect";
import type { VenueProfile } from "../../core/market/mod.ts";
import type { LiveEvent, LivePrices } from "../../core/port/live_prices.ts";
import { ProviderWatch } from "../../core/port/provider_watch.ts";
import { makeStreamState, sleepMachineTime } from "../outbound/mod.ts";
import type { ChainlinkAccount } from "./account.ts";
import { makeReceivedSeconds } from "./received_seconds.ts";
import { makeReportState } from "./report_state.ts";
import { makeStreamFeeds } from "./stream_feeds.ts";
import { runStreamLink } from "./stream_connection.ts";
import { makeStreamOrigins } from "./stream_target.ts";

/** The stream's URL, and the profile whose targets need it. */
export interface ReportStreamOptions {
  /** An origin such as `wss://ws.dataengine.chain.link`, without a path. */
  readonly wsUrl: string;
  readonly profile: VenueProfile;
}

const report = (defect: unknown) => Effect.logError("Cannot receive the oracle's stream", defect);

/** The origins are requested again to use new ones, and ones that failed before. */
const ORIGINS_EVERY_MS = 300_000;

/**
 * Creates the oracle's part of {@linkcode LivePrices}: `report`, `lost_reports`, `missing_feed`
 * and `link`.
 */
export const makeChainlinkReportStream = Effect.fnUntraced(function* (
  account: ChainlinkAccount,
  { wsUrl, profile }: ReportStreamOptions,
) {
  const watch = yield* ProviderWatch;
  const access = { wsUrl, credentials: account.credentials };
  const askOrigins = yield* makeStreamOrigins(access);
  const received = makeReceivedSeconds();

  const listen = Effect.fn("chainlink.listen")(function* (listener: (event: LiveEvent) => void) {
    const publish = (event: LiveEvent) => {
      received.take(event);
      listener(event);
    };
    const clock = yield* Clock.clockWith(Effect.succeed);
    const jobs = yield* Queue.unbounded<Effect.Effect<void>>();
    const runJobs = Effect.forever(
      Effect.flatMap(Queue.take(jobs), (job) => Effect.forkChild(Effect.catchDefect(job, report))),
    );
    const reports = makeReportState({
      client: account.client,
      publish,
      received,
      nowSec: () => Math.floor(clock.currentTimeMillisUnsafe() / 1000),
      fork: (job) => void Queue.offerUnsafe(jobs, job),
    });
    const feeds = makeStreamFeeds(account, {
      profile,
      missing: (asset, stream) => publish({ kind: "missing_feed", asset, stream }),
    });
    // The origins send the same reports, so one of them is enough.
    const state = makeStreamState<string | undefined>({
      provider: "oracle",
      needed: 1,
      publish,
    });

    const connect = Effect.gen(function* () {
      const origins = yield* askOrigins;
      state.reset();
      const links = (origins.length === 0 ? [undefined] : origins).map((origin) =>
        runStreamLink({
          access,
          origin,
          feeds,
          listening: reports.open,
          message: (text) => {
            const isUseful = reports.receive(text);
            if (isUseful) state.delivered(origin);
            return isUseful;
          },
          lost: () => state.lost(origin),
        })
      );
      const running = Effect.all(links, { concurrency: "unbounded", discard: true });
      yield* Effect.raceFirst(running, originsChange(origins));
    });

    return yield* Effect.raceFirst(runJobs, Effect.forever(connect));
  });

  /** Ends when the provider lists other origins. A failed request counts as no change. */
  const originsChange = (known: ReadonlyArray<string>) =>
    Effect.andThen(sleepMachineTime(ORIGINS_EVERY_MS), askOrigins).pipe(
      Effect.repeat({ until: (now) => now.length > 0 && now.join() !== known.join() }),
    );

  return {
    listen: (listener) => Effect.provideService(listen(listener), ProviderWatch, watch),
    receive: received.take,
  } satisfies LivePrices["Service"];
});
