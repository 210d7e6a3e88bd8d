import { describe, expect, test } from "bun:test";
import { Effect, Layer } from "effect";
import { TestClock } from "effect/testing";
import {
  makeMemoryOutcomeMarketList,
  makeStagedMarkets,
} from "../../../memory/outcome_market_list.ts";
import { layerMemoryOutcomeMarketStore } from "../../../memory/outcome_market_store.ts";
import { OutcomeMarketList } from "../../../../core/port/outcome_market_list.ts";
import { OutcomeMarketStore } from "../../../../core/port/outcome_market_store.ts";
import { ProviderFailed } from "../../../../core/port/provider_failure.ts";
import { StoreFailed } from "../../../../core/port/store_failure.ts";
import { UnixSec } from "../../../../core/time/mod.ts";
import type { OutcomeMarket } from "../../../../core/venue2/mod.ts";
import {
  layerOutcomeMarketCache,
  OutcomeMarketCache,
  Venue2,
} from "../../../../core/use_case/venue2/mod.ts";
import { staged } from "../../venue2/arbitrary.ts";

const FAILED = new ProviderFailed({ provider: "hyperliquid", reason: "timeout", cause: "" });
const NOW_SEC = staged().expirySec - 3_600;
const HYPE = staged({ outcomeId: 6_024, underlying: "HYPE" });

/** A venue, and a store that may fail. Each `open` is another process on them. */
function world() {
  const venue = makeStagedMarkets();
  const trouble = {
    isStoreGone: false,
    isPutRefused: false,
    /** Happens while something is put. */
    meanwhile: Effect.void as Effect.Effect<unknown>,
  };
  const kept: OutcomeMarket[] = [];
  const failing = (isFailing: () => boolean) =>
    Effect.suspend(() =>
      isFailing()
        ? Effect.fail(new StoreFailed({ operation: "reach the store", cause: "" }))
        : Effect.void
    );
  const gone = failing(() => trouble.isStoreGone);
  const refused = failing(() => trouble.isStoreGone || trouble.isPutRefused);
  const store = Layer.effect(
    OutcomeMarketStore,
    Effect.map(OutcomeMarketStore, ({ put, expiringAfter }) =>
      OutcomeMarketStore.of({
        put: (network, markets) =>
          refused.pipe(
            Effect.andThen(Effect.sync(() => void kept.push(...markets))),
            Effect.andThen(put(network, markets)),
            Effect.tap(Effect.suspend(() => trouble.meanwhile)),
          ),
        expiringAfter: (network, sec) => Effect.andThen(gone, expiringAfter(network, sec)),
      })),
  ).pipe(Layer.provide(layerMemoryOutcomeMarketStore));
  const open = layerOutcomeMarketCache.pipe(
    Layer.provide(Layer.succeed(OutcomeMarketList, makeMemoryOutcomeMarketList(venue))),
  );
  const run = <A, E>(body: Effect.Effect<A, E, OutcomeMarketStore>) =>
    Effect.runPromise(
      Effect.andThen(TestClock.setTime(NOW_SEC * 1_000), body).pipe(
        Effect.provide(Layer.merge(store, TestClock.layer())),
      ),
    );
  /** What a process does that begins and ends. */
  const inProcess = <A, E>(body: Effect.Effect<A, E, OutcomeMarketCache | OutcomeMarketStore>) =>
    Effect.provide(body, Layer.fresh(open));
  return { venue, trouble, kept, run, inProcess };
}

type Steps<R> = (
  parts: ReturnType<typeof world>,
) => Generator<Effect.Effect<unknown, unknown, R>, void, never>;

/** Runs what a test does on a venue and a store of its own. */
function inWorld(steps: Steps<OutcomeMarketStore>): Promise<void> {
  const parts = world();
  return parts.run(Effect.gen(() => steps(parts)));
}

/** Runs what a test does in one process on them. */
function inOneProcess(steps: Steps<OutcomeMarketCache | OutcomeMarketStore>): Promise<void> {
  const parts = world();
  return parts.run(parts.inProcess(Effect.gen(() => steps(parts))));
}

const known = OutcomeMarketCache.use(({ current }) =>
  Effect.map(current, ({ known, listed }) => ({
    known: known.byExpiry.map(({ outcomeId }) => outcomeId),
    listed: [...listed],
  }))
);
const refresh = OutcomeMarketCache.use((book) => book.refresh);

describe("the cache of recurring markets", () => {
  test("knows those that were listed before, in this process and in one before it", () =>
    inWorld(function* ({ venue, inProcess }) {
      yield* inProcess(Effect.gen(function* () {
        venue.listed = [staged()];
        yield* refresh;
        venue.listed = [HYPE];
        expect(yield* known).toEqual({ known: [95, 6_024], listed: [6_024] });
        yield* refresh;
      }));
      venue.listed = [];
      expect(yield* inProcess(known)).toEqual({ known: [95, 6_024], listed: [] });
    }));

  test("goes by the last facts of a market, and keeps them", () =>
    inWorld(function* ({ venue, inProcess }) {
      const other = staged({ targetText: "80000" });
      yield* inProcess(Effect.gen(function* () {
        venue.listed = [staged()];
        yield* refresh;
        venue.listed = [other];
        yield* refresh;
        yield* refresh;
        const { known } = yield* (yield* OutcomeMarketCache).current;
        expect(known.byExpiry).toEqual([other]);
      }));
      const found = yield* OutcomeMarketStore.use(({ expiringAfter }) =>
        expiringAfter("mainnet", UnixSec(0))
      );
      expect(found).toEqual([other]);
    }));

  test("reports no change while the venue is silent", () =>
    inOneProcess(function* ({ venue }) {
      venue.listed = [staged()];
      yield* refresh;
      venue.failure = FAILED;
      expect(yield* Effect.flip(known)).toBe(FAILED);
      expect(yield* Effect.flip(refresh)).toBe(FAILED);
      venue.failure = undefined;
      expect((yield* known).listed).toEqual([95]);
    }));

  test("keeps what it has seen though the venue is silent by now", () =>
    inOneProcess(function* ({ venue, kept }) {
      venue.listed = [staged()];
      yield* known;
      venue.failure = FAILED;
      yield* Effect.flip(refresh);
      expect(kept).toEqual([staged()]);
      venue.failure = undefined;
      venue.listed = [];
      yield* refresh;
      expect(kept).toEqual([staged()]);
    }));

  test("fails before the store was read, and then works without it", () =>
    inOneProcess(function* ({ venue, trouble, kept }) {
      venue.listed = [staged()];
      trouble.isStoreGone = true;
      expect((yield* Effect.flip(known))._tag).toBe("StoreFailed");
      trouble.isStoreGone = false;
      yield* known;
      trouble.isStoreGone = true;
      venue.listed = [HYPE];
      expect((yield* known).known).toEqual([95, 6_024]);
      expect((yield* Effect.flip(refresh))._tag).toBe("StoreFailed");
      venue.listed = [];
      trouble.isStoreGone = false;
      yield* refresh;
      expect(kept.map(({ outcomeId }) => outcomeId)).toEqual([95, 6_024]);
    }));

  test("reads what another process has seen meanwhile, though it has settled since", () =>
    inOneProcess(function* ({ venue }) {
      const past = staged({ outcomeId: 7, expirySec: UnixSec(NOW_SEC - 3_600) });
      yield* refresh;
      yield* OutcomeMarketStore.use(({ put }) => put("mainnet", [past, staged()]));
      yield* OutcomeMarketStore.use(({ put }) => put("testnet", [HYPE]));
      venue.listed = [];
      expect((yield* known).known).toEqual([]);
      yield* refresh;
      expect((yield* known).known).toEqual([7, 95]);
    }));

  test("keeps what was listed only while the store was away", () =>
    inOneProcess(function* ({ venue, trouble }) {
      venue.listed = [staged()];
      yield* refresh;
      trouble.isStoreGone = true;
      venue.listed = [staged(), HYPE];
      yield* Effect.flip(refresh);
      venue.listed = [staged()];
      trouble.isStoreGone = false;
      yield* refresh;
      expect((yield* known).known).toEqual([95, 6_024]);
      const kept = yield* OutcomeMarketStore.use(({ expiringAfter }) =>
        expiringAfter("mainnet", UnixSec(0))
      );
      expect(kept.map(({ outcomeId }) => outcomeId)).toEqual([95, 6_024]);
    }));

  test("stores facts that changed while others were being stored", () =>
    inOneProcess(function* ({ venue, trouble, kept }) {
      const other = staged({ targetText: "80000" });
      yield* refresh;
      venue.listed = [staged()];
      const { current } = yield* OutcomeMarketCache;
      trouble.meanwhile = Effect.suspend(() => {
        venue.listed = [other];
        return Effect.orDie(current);
      });
      yield* refresh;
      trouble.meanwhile = Effect.void;
      yield* refresh;
      expect(kept).toEqual([staged(), other]);
    }));

  test("prefers what it has seen to what is kept", () =>
    inOneProcess(function* ({ venue, trouble }) {
      const other = staged({ targetText: "80000" });
      venue.listed = [staged()];
      yield* refresh;
      venue.listed = [other];
      trouble.isPutRefused = true;
      yield* Effect.flip(refresh);
      venue.listed = [];
      const { known } = yield* (yield* OutcomeMarketCache).current;
      expect(known.byExpiry).toEqual([other]);
    }));

  test("is one of each network", () =>
    inWorld(function* ({ venue, inProcess }) {
      const onTestnet = Effect.provideService(Venue2, { network: "testnet", refreshSec: 15 });
      venue.listed = [staged()];
      yield* inProcess(refresh);
      venue.listed = [];
      expect((yield* onTestnet(inProcess(known))).known).toEqual([]);
      expect((yield* inProcess(known)).known).toEqual([95]);
    }));
});
