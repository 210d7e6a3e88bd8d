/** A simulated site of the venue for the adapter's tests, and a feed pointed at it. @module */
import { Effect, type Scope } from "effect";
import { makePolymarketSiteFeed } from "../../../../adapters/polymarket/site/price_feed.ts";
import type { ProviderWatch } from "../../../../core/port/provider_watch.ts";
import type { TargetQuery } from "../../../../core/price/mod.ts";
import { questionAt as venueQuestionAt } from "../../../contract/target_question.ts";
import type { LoggedRequest } from "../../../../app/simulator/kit/request_log.ts";
import { scopedVenueSimulator } from "../../../simulator/kit/scoped_simulator.ts";
import { ms, type StillClock } from "../../../simulator/kit/support.ts";
import { runAt } from "../run_at.ts";

/** The question for the window of the venue that an instant falls in. */
export const questionAt = venueQuestionAt.bind(undefined, "polymarket");

/** A request that came, and when on the clock of the simulator, in unix milliseconds. */
export interface Came {
  readonly query: URLSearchParams;
  readonly path: string;
  readonly status: number;
  readonly atMs: number;
}

/** Starts the site for as long as the scope lives, with a feed of its own. */
export const makeSite = Effect.fnUntraced(function* (
  clock: StillClock,
  options: { readonly answerTimeoutMs?: number } = {},
) {
  const simulator = yield* scopedVenueSimulator("site", { clock });
  const feed = yield* makePolymarketSiteFeed({ siteUrl: simulator.url, ...options });
  return {
    ...simulator,
    clock,
    feed,
    /** Replaces the site's prices of a window, by their exact text. */
    publish: (
      { asset, window }: Pick<TargetQuery, "asset" | "window">,
      openPrice: string | null,
    ) =>
      Effect.promise(async () => {
        const { startSec, endSec } = window;
        const symbol = asset.toUpperCase();
        const response = await fetch(`${simulator.url}/__published`, {
          method: "PUT",
          body: `{"symbol":"${symbol}","start":${startSec},"end":${endSec},` +
            `"openPrice":${openPrice},"closePrice":null}`,
        });
        if (!response.ok) throw new Error(await response.text());
      }),
    /** What was asked so far, in order. */
    came: Effect.map(
      simulator.send("GET", "/__log"),
      ({ requests }) =>
        (requests as ReadonlyArray<LoggedRequest>).map(({ path, status, at }): Came => ({
          path,
          status,
          query: new URLSearchParams(path.split("?")[1] ?? ""),
          atMs: ms(at),
        })),
    ),
  };
});

/** The site, as a test works with it. */
export type Site = Effect.Success<ReturnType<typeof makeSite>>;

/** Runs with a site, on a clock that moves when a fiber sleeps. */
export function withSite<A>(
  nowIso: string,
  body: (
    site: Site,
  ) => Generator<Effect.Effect<unknown, unknown, ProviderWatch | Scope.Scope>, A, never>,
): Promise<A> {
  return runAt(nowIso, (clock) => Effect.flatMap(makeSite(clock), Effect.fnUntraced(body)));
}

/** Polls until it holds: by what has happened, and not by how long that took. */
export function until<A>(
  look: Effect.Effect<A>,
  holds: (seen: A) => boolean,
): Effect.Effect<A> {
  const again: Effect.Effect<A> = Effect.flatMap(
    look,
    (seen) => holds(seen) ? Effect.succeed(seen) : Effect.suspend(() => again),
  );
  return again;
}
