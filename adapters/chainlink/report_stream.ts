/**
 * The oracle's live reports: one connection for all feeds at each of the provider's origins.
 *
 * @module
 */
import { Clock, Effect, Queue } from "effect";
import type { VenueProfile } from "../../core/market/mod.ts";
import { type LiveEvent, type LivePrices, ProviderWatch } from "../../core/port/mod.ts";
import { makeLinkState, sleepMachineTime } from "../outbound/mod.ts";
import type { ChainlinkAccount } from "./account.ts";
import { makeReportDesk } from "./report_desk.ts";
import { makeStreamFeeds } from "./stream_feeds.ts";
import { runStreamLink } from "./stream_link.ts";
import { makeStreamOrigins } from "./stream_target.ts";

/** Where the stream is, and whose targets it is for. */
export interface ReportStreamOptions {
  /** An origin such as `wss://ws.dataengine.chain.link`, without a path. */
  readonly wsUrl: string;
  readonly profile: VenueProfile;
}

const report = (defect: unknown) => Effect.logError("Cannot hear the oracle", defect);

/** The origins are asked for again: one that was added or could not be asked for is used then. */
const ORIGINS_EVERY_MS = 300_000;

/** Makes the oracle's part of {@linkcode LivePrices}: `report`, `lost_reports`, `missing_feed`
 * and `link`. */
export const makeChainlinkReportStream = Effect.fnUntraced(function* (
  account: ChainlinkAccount,
  { wsUrl, profile }: ReportStreamOptions,
) {
  const watch = yield* ProviderWatch;
  const access = { wsUrl, credentials: account.credentials };
  const askOrigins = yield* makeStreamOrigins(access);

  const listen = Effect.fn("chainlink.listen")(function* (tell: (event: LiveEvent) => void) {
    const clock = yield* Clock.clockWith(Effect.succeed);
    const jobs = yield* Queue.unbounded<Effect.Effect<void>>();
    const runJobs = Effect.forever(
      Effect.flatMap(Queue.take(jobs), (job) => Effect.forkChild(Effect.catchDefect(job, report))),
    );
    const desk = makeReportDesk({
      client: account.client,
      tell,
      nowSec: () => Math.floor(clock.currentTimeMillisUnsafe() / 1000),
      fork: (job) => void Queue.offerUnsafe(jobs, job),
    });
    const feeds = makeStreamFeeds(account, {
      profile,
      missing: (asset, stream) => tell({ kind: "missing_feed", asset, stream }),
    });
    // The origins send the same reports: one of them is enough.
    const state = makeLinkState<string | undefined>({ provider: "oracle", needed: 1, tell });

    const connect = Effect.gen(function* () {
      const origins = yield* askOrigins;
      state.reset();
      const links = (origins.length === 0 ? [undefined] : origins).map((origin) =>
        runStreamLink({
          access,
          origin,
          feeds,
          listening: desk.open,
          message: (text) => {
            const isOfUse = desk.hear(text);
            if (isOfUse) state.delivered(origin);
            return isOfUse;
          },
          lost: () => state.lost(origin),
        })
      );
      const running = Effect.all(links, { concurrency: "unbounded", discard: true });
      yield* Effect.raceFirst(running, originsChange(origins));
    });

    return yield* Effect.raceFirst(runJobs, Effect.forever(connect));
  });

  /** Ends when the provider names other origins. One that cannot be asked has not changed. */
  const originsChange = Effect.fnUntraced(function* (known: ReadonlyArray<string>) {
    for (;;) {
      yield* sleepMachineTime(ORIGINS_EVERY_MS);
      const origins = yield* askOrigins;
      if (origins.length > 0 && origins.join() !== known.join()) return;
    }
  });

  return {
    listen: (listener) => Effect.provideService(listen(listener), ProviderWatch, watch),
  } satisfies LivePrices["Service"];
});
