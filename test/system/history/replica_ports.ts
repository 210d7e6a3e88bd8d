/** The ports of one replica: stores, providers and the fleet, as it reaches them. @module */
import { Effect, Layer, References, Result } from "effect";
import { layerWebhookWriter } from "../../../adapters/http/webhook/webhook_writer.ts";
import { layerJobWatch } from "../../../adapters/process/job_watch.ts";
import { layerOrderGate } from "../../../adapters/process/order_gate.ts";
import { layerProviderWatch } from "../../../adapters/process/provider_watch.ts";
import type { ListingSettings } from "../../../core/game/mod.ts";
import { AccountStore } from "../../../core/port/account_store.ts";
import { ChainStore } from "../../../core/port/chain_store.ts";
import { GameStore } from "../../../core/port/game_store.ts";
import { HistoryFeeds } from "../../../core/port/history_feeds.ts";
import { Leases, StoreLeases } from "../../../core/port/leases.ts";
import { LedgerStore } from "../../../core/port/ledger_store.ts";
import { LivePrices } from "../../../core/port/live_prices.ts";
import { News } from "../../../core/port/news.ts";
import { FillStore } from "../../../core/port/fill_store.ts";
import { GuardStore } from "../../../core/port/guard_store.ts";
import { OrderNewsFeed } from "../../../core/port/order_news.ts";
import { OrderStore } from "../../../core/port/order_store.ts";
import { OrderVenue } from "../../../core/port/order_venue.ts";
import { PlatformSources } from "../../../core/port/platform_source.ts";
import { PriceFeeds } from "../../../core/port/price_feed.ts";
import { PriceHistory } from "../../../core/port/price_history.ts";
import { ProviderOff } from "../../../core/port/provider_failure.ts";
import { Resolutions } from "../../../core/port/resolutions.ts";
import { ScheduleSources } from "../../../core/port/schedule_source.ts";
import { TargetStore } from "../../../core/port/target_store.ts";
import { WalletFrames } from "../../../core/port/wallet_frames.ts";
import { WalletStore } from "../../../core/port/wallet_store.ts";
import { WebhookSender } from "../../../core/port/webhook_sender.ts";
import { WebhookStore } from "../../../core/port/webhook_store.ts";
import { easternDay, toDayText } from "../../../core/time/mod.ts";
import { Games, GameSettings } from "../../../core/use_case/game/mod.ts";
import { IndexReadings, layerKeptLedgers } from "../../../core/use_case/ledger/mod.ts";
import {
  CatchUpTimeout,
  layerPublisher,
  shareLivePrices,
} from "../../../core/use_case/live/mod.ts";
import { layerToldOrders } from "../../../core/use_case/order/mod.ts";
import { ClockSpeed, type MachineClock, MachineTime } from "../../../core/use_case/time/mod.ts";
import type { Provider } from "../../../core/market/mod.ts";
import { layerApprovalCalls } from "../../contract/staged_rights.ts";
import { layerStagedCatalog } from "../../memory/event_catalog.ts";
import { MemoryReplica } from "../../memory/fleet_replica.ts";
import type { Caller, Ground } from "./ground.ts";
import { sendWebhooks } from "./webhook_receivers.ts";
import { EVENTS } from "./order_ground.ts";
import { newsVia, venueVia } from "./order_wire.ts";
import { layerPlainBox } from "./plain_box.ts";
import { makeFeeds } from "./price_feeds.ts";
import { socketPrices } from "./price_socket.ts";
import { storeLeasesVia, storesVia } from "./stores.ts";

/** The only league whose games are followed. */
export const LEAGUE = "mlb";
const CATCH_UP_MS = 1_000;

const GAME_SETTINGS: ListingSettings = {
  redistributionFilter: "internal",
  leagues: [LEAGUE],
  platforms: [],
  schedules: [{ source: "espn", licenseNote: () => "Staged" }],
};
const PLAN = {
  leagues: [LEAGUE],
  daysBack: 0,
  daysAhead: 1,
  periods: { scheduleSec: 300, scoresSec: 45, platformsSec: 3_600, readModelSec: 60 },
} as const;

/** What the ports of a life stand on. */
interface ReplicaParts {
  /** That of all lives of the replica. */
  readonly position: number;
  readonly fleet: MemoryReplica;
  readonly caller: Caller;
}

/** Makes the ports. */
export function layerPorts(ground: Ground, { position, fleet, caller }: ReplicaParts) {
  const { enter } = caller;
  const machine: MachineClock = {
    nowMs: Effect.sync(() => ground.machineMs),
    sleep: (ms) => Effect.delay(Effect.void, ms * ground.speed),
  };
  const layerMachine = Layer.succeed(MachineTime, machine);
  const stores = storesVia(ground, caller);
  const feeds = makeFeeds(ground, caller);
  const livePrices = Effect.gen(function* () {
    if (ground.plan.isOfOrders) return LivePrices.of({ listen: () => Effect.never });
    const share = (provider: Provider) =>
      shareLivePrices({
        provider,
        socketNames: [provider],
        live: socketPrices(ground, { provider, position, enter }),
      });
    const [oracle, exchange] = [yield* share("oracle"), yield* share("exchange")];
    return LivePrices.of({
      listen: (listener) => Effect.raceFirst(oracle.listen(listener), exchange.listen(listener)),
    });
  });
  const ports = Layer.mergeAll(
    Layer.succeed(Leases, fleet.leases),
    Layer.succeed(News, fleet.news),
    Layer.provide(Layer.effect(StoreLeases, storeLeasesVia(ground, caller)), layerMachine),
    Layer.succeed(TargetStore, stores.targets),
    Layer.succeed(GameStore, stores.games),
    Layer.succeed(OrderStore, stores.orders),
    Layer.succeed(FillStore, stores.fills),
    Layer.succeed(WalletFrames, stores.frames),
    Layer.succeed(GuardStore, stores.guards),
    Layer.succeed(WebhookStore, stores.webhooks),
    Layer.succeed(WalletStore, stores.wallets),
    Layer.succeed(AccountStore, stores.accounts),
    Layer.succeed(OrderVenue, venueVia(ground, caller)),
    Layer.succeed(OrderNewsFeed, newsVia(ground, caller)),
    Layer.succeed(ClockSpeed, ground.speed),
    Layer.succeed(WebhookSender, sendWebhooks(ground, caller)),
    // Asked for the closes of windows that no webhook here is told of.
    Layer.mock(PriceHistory, {}),
    layerWebhookWriter,
    layerStagedCatalog(EVENTS),
    // No webhook here wants to be told of positions.
    Layer.mock(IndexReadings, {}),
    layerKeptLedgers,
    Layer.succeed(LedgerStore, stores.ledgers),
    Layer.succeed(ChainStore, stores.chain),
    // The catalog lists no window that could have been resolved.
    Layer.mock(Resolutions, {}),
    layerApprovalCalls,
    layerOrderGate,
    layerPlainBox,
    Layer.succeed(PriceFeeds, feeds.pricesOf(machine.sleep)),
    Layer.succeed(HistoryFeeds, {
      oracle: feeds.metadata,
      exchange: feeds.exchange,
      signed: Result.fail(new ProviderOff({ provider: "oracle", setting: "ORACLE_KEY" })),
    }),
    Layer.succeed(ScheduleSources, [scheduleSource(ground, caller)]),
    Layer.succeed(PlatformSources, []),
    Layer.succeed(Games, PLAN),
    Layer.succeed(GameSettings, GAME_SETTINGS),
    layerMachine,
    Layer.succeed(CatchUpTimeout, machine.sleep(CATCH_UP_MS)),
    Layer.succeed(References.MinimumLogLevel, "None"),
    layerProviderWatch({ providers: ["oracle", "exchange"], off: [] }),
    layerJobWatch,
  );
  const shared = Layer.effect(LivePrices, livePrices);
  const told = Layer.provideMerge(layerToldOrders, Layer.merge(layerPublisher, ports));
  return Layer.provideMerge(shared, told);
}

function scheduleSource(ground: Ground, caller: Caller): ScheduleSources["Service"][number] {
  return {
    name: "espn",
    leagues: [LEAGUE],
    redistributable: () => "yes",
    licenseNote: () => "Staged",
    callsOf: () => 1,
    day: ({ day }) => {
      const text = toDayText(day);
      const games = Effect.sync(() =>
        [...ground.schedule.values()].filter(({ kickoffSec }) =>
          toDayText(easternDay(kickoffSec)) === text
        )
      );
      const read = Effect.map(games, (games) => ({ games, troubles: [], isWhole: true }));
      return ground.call(read, { thereMs: 50, backMs: ground.chance.within(50, 1_000) }, caller);
    },
  };
}
