/**
 * The secondary venue's list of markets and prices, followed by one replica of a fleet, which
 * publishes to the others.
 *
 * @module
 */
import { Effect, Option, Schedule } from "effect";
import type { CatalogAnswer } from "../../port/event_catalog.ts";
import { Leases } from "../../port/leases.ts";
import { News, type OutcomeNews } from "../../port/news.ts";
import type { OutcomeMarketList, OutcomeMids } from "../../port/outcome_market_list.ts";
import type { OutcomeMarket } from "../../venue2/mod.ts";
import { MachineTime } from "../time/machine_time.ts";
import { repeatJob } from "../time/repeat_job.ts";

/** The list as one process has it. */
export interface OutcomeMarketSource {
  readonly list: OutcomeMarketList["Service"];
  /** Follows the venue's stream until interrupted. Without it every answer takes a call. */
  readonly follow: Effect.Effect<never>;
  /** Returns what is known now without a call; none if it may be outdated. */
  readonly current: () => {
    readonly listed: Option.Option<ReadonlyArray<OutcomeMarket>>;
    readonly mids: Option.Option<OutcomeMids>;
  };
}

/** The lease on the venue's stream. */
const LEASE = "secondary venue socket";
const PUBLISH_EVERY_MS = 1_000;
/** The list seldom changes; it is published this often for replicas that come later. */
const LIST_EVERY_SEC = 15;
/** What was published is outdated after this: the holder hangs, or does not know. */
const RECEIVED_MS_MAX = 3_000;

/** What another replica published. `atMs` is machine time. */
interface ReceivedMarkets {
  readonly listed: ReadonlyArray<OutcomeMarket> | undefined;
  readonly mids: OutcomeMids | undefined;
  readonly atMs: number;
}

/**
 * Shares the list for the life of the scope. A replica that does not follow the stream answers with
 * what it receives, and asks the venue itself where that is outdated.
 */
export const shareOutcomeMarkets = Effect.fnUntraced(function* (
  { list, follow, current }: OutcomeMarketSource,
) {
  const leases = yield* Leases;
  const news = yield* News;
  const { nowMs } = yield* MachineTime;
  let received: ReceivedMarkets = { listed: undefined, mids: undefined, atMs: -Infinity };

  const publish = Effect.gen(function* () {
    let published: ReadonlyArray<OutcomeMarket> | undefined;
    let sec = 0;
    const publishOnce = Effect.sync(() => {
      const { listed, mids } = current();
      const isListDue = Option.isSome(listed) &&
        (sec % LIST_EVERY_SEC === 0 || !isSameList(published, listed.value));
      sec += 1;
      if (isListDue) published = listed.value;
      if (Option.isSome(listed) && Option.isSome(mids)) {
        const item: OutcomeNews = { kind: "outcomes", mids: mids.value };
        news.publish("outcomes", isListDue ? { ...item, listed: published ?? [] } : item, LEASE);
      }
    });
    return yield* repeatJob(publishOnce, { schedule: Schedule.spaced(PUBLISH_EVERY_MS) });
  });

  const receive = Effect.fnUntraced(function* () {
    const take = ({ listed, mids }: OutcomeNews, atMs: number) => {
      received = { listed: listed ?? received.listed, mids, atMs };
    };
    const runSync = Effect.runSyncWith(yield* Effect.context<never>());
    yield* news.listen("outcomes", (one) => {
      // A list that was changed meanwhile may be among what was missed.
      if ("missed" in one) received = { ...received, listed: undefined };
      else if (one.item.kind === "outcomes") take(one.item, runSync(nowMs));
    });
    for (const item of yield* news.recall("outcomes")) {
      // It is outdated until more is received.
      if (item.kind === "outcomes") take(item, received.atMs);
    }
    return yield* Effect.never;
  }, Effect.scoped);

  yield* Effect.forkScoped(leases.whileHeld(LEASE, Effect.raceFirst(follow, publish)));
  yield* Effect.forkScoped(receive());

  /** Returns what was received, unless this replica follows the stream itself. */
  const receivedOr = <A, B, E>(
    of: (received: ReceivedMarkets) => A | undefined,
    { found, ask }: { readonly found: (value: A) => B; readonly ask: Effect.Effect<B, E> },
  ): Effect.Effect<B, E> =>
    Effect.flatMap(nowMs, (atMs) => {
      const isCurrent = !leases.holds(LEASE) && atMs - received.atMs <= RECEIVED_MS_MAX;
      const value = isCurrent ? of(received) : undefined;
      return value === undefined ? ask : Effect.succeed(found(value));
    });
  const cached = <A>(value: A): CatalogAnswer<A> => ({ value, isCached: true });

  return {
    listed: receivedOr(({ listed }) => listed, { found: cached, ask: list.listed }),
    look: receivedOr(({ listed }) => listed, { found: (listed) => listed, ask: list.look }),
    mids: receivedOr(({ mids }) => mids, { found: cached, ask: list.mids }),
  } satisfies OutcomeMarketList["Service"];
});

function isSameList(
  published: ReadonlyArray<OutcomeMarket> | undefined,
  listed: ReadonlyArray<OutcomeMarket>,
): boolean {
  return published !== undefined && published.length === listed.length &&
    published.every((market, index) => market === listed[index]);
}
