/**
 * One life of a replica that claims: the real adapters over the history's wire, and the jobs that
 * claim, split, merge and tell of it.
 *
 * @module
 */
import { Effect, Layer, Option, Redacted, References, Semaphore } from "effect";
import { layerWebhookWriter } from "../../../adapters/http/webhook/webhook_writer.ts";
import { makeChainClient } from "../../../adapters/polymarket/chain/chain_client.ts";
import { makeRpcClient } from "../../../adapters/polymarket/chain/rpc_client.ts";
import { makePolymarketChainBalances } from "../../../adapters/polymarket/chain_balances.ts";
import { makePolymarketChainLogs } from "../../../adapters/polymarket/chain_logs.ts";
import { makePolymarketChainRoad } from "../../../adapters/polymarket/chain_road.ts";
import { EntryLimits } from "../../../adapters/polymarket/clob/entry_limits.ts";
import { makeDataClient } from "../../../adapters/polymarket/data/client.ts";
import { makePolymarketResolutions } from "../../../adapters/polymarket/data/resolutions.ts";
import { makePolymarketWalletIndex } from "../../../adapters/polymarket/data/wallet_index.ts";
import { makePolymarketEventCatalog } from "../../../adapters/polymarket/event_catalog.ts";
import { makePolymarketOrderVenue } from "../../../adapters/polymarket/order_venue.ts";
import { makeRelayerClient } from "../../../adapters/polymarket/relayer/client.ts";
import { layerJobWatch } from "../../../adapters/process/job_watch.ts";
import { layerNewId } from "../../../adapters/process/new_id.ts";
import { layerProviderWatch } from "../../../adapters/process/provider_watch.ts";
import { AccountStore } from "../../../core/port/account_store.ts";
import { ChainBalances } from "../../../core/port/chain_balances.ts";
import { ChainLogs, ChainRoad } from "../../../core/port/chain_road.ts";
import { ChainStore } from "../../../core/port/chain_store.ts";
import { EventCatalog } from "../../../core/port/event_catalog.ts";
import { FillStore } from "../../../core/port/fill_store.ts";
import { Leases, StoreLeases } from "../../../core/port/leases.ts";
import { LedgerStore } from "../../../core/port/ledger_store.ts";
import { News } from "../../../core/port/news.ts";
import { OrderVenue } from "../../../core/port/order_venue.ts";
import { Resolutions } from "../../../core/port/resolutions.ts";
import { WalletFrames } from "../../../core/port/wallet_frames.ts";
import { WalletIndex } from "../../../core/port/wallet_index.ts";
import { WalletStore } from "../../../core/port/wallet_store.ts";
import { WebhookSender } from "../../../core/port/webhook_sender.ts";
import { WebhookStore } from "../../../core/port/webhook_store.ts";
import { layerKeyCache } from "../../../core/use_case/account/mod.ts";
import {
  keepChainActions,
  keepClaiming,
  layerChainSignals,
} from "../../../core/use_case/chain/mod.ts";
import {
  layerIndexReadings,
  layerKeptLedgers,
  layerResolutionReadings,
  LEDGER_LANES,
  LedgerLanes,
} from "../../../core/use_case/ledger/mod.ts";
import { ClockSpeed, type MachineClock, MachineTime } from "../../../core/use_case/time/mod.ts";
import { deliverWebhooks, keepOutbox } from "../../../core/use_case/webhook/mod.ts";
import type { MemoryReplica } from "../../memory/fleet_replica.ts";
import type { Caller } from "../history/ground.ts";
import { Life, type LifeOptions } from "../history/life.ts";
import { layerPlainBox } from "../history/plain_box.ts";
import { storeLeasesVia, storesVia } from "../history/stores.ts";
import { sendWebhooks } from "../history/webhook_receivers.ts";
import type { ClaimGround } from "./ground.ts";

/** A replica. */
export class ClaimReplica extends Life<ClaimPorts> {
  /** Starts it at once. */
  constructor(ground: ClaimGround, life: LifeOptions) {
    super(ground, life, (parts) => ({
      service: layerClaims(ground, parts),
      jobs: Effect.raceAllFirst([keepChainActions, keepClaiming, deliverWebhooks, keepOutbox]),
    }));
  }
}

/** All that a replica's requests may use. */
export type ClaimPorts = Layer.Success<ReturnType<typeof layerClaims>>;

interface Parts {
  readonly fleet: MemoryReplica;
  readonly caller: Caller;
}

function layerClaims(ground: ClaimGround, { fleet, caller }: Parts) {
  const machine: MachineClock = {
    nowMs: Effect.sync(() => Math.floor(ground.machineMs)),
    sleep: (ms) => Effect.delay(Effect.void, ms * ground.speed),
  };
  const layerMachine = Layer.succeed(MachineTime, machine);
  const stores = storesVia(ground, caller);
  const own = Layer.mergeAll(
    Layer.succeed(Leases, fleet.leases),
    Layer.succeed(News, fleet.news),
    Layer.provide(Layer.effect(StoreLeases, storeLeasesVia(ground, caller)), layerMachine),
    Layer.succeed(FillStore, stores.fills),
    Layer.succeed(WalletFrames, stores.frames),
    Layer.succeed(WebhookStore, stores.webhooks),
    Layer.succeed(WalletStore, stores.wallets),
    Layer.succeed(AccountStore, stores.accounts),
    Layer.succeed(ChainStore, stores.chain),
    Layer.succeed(LedgerStore, stores.ledgers),
    Layer.succeed(WebhookSender, sendWebhooks(ground, caller)),
    layerWebhookWriter,
    layerPlainBox,
    layerNewId,
    layerChainSignals,
    layerKeptLedgers,
    // A process that is killed has its own.
    Layer.sync(LedgerLanes, () => Semaphore.makeUnsafe(LEDGER_LANES)),
    layerMachine,
    layerJobWatch,
    layerProviderWatch({ providers: [], off: [] }),
    Layer.succeed(ClockSpeed, ground.speed),
    Layer.succeed(References.MinimumLogLevel, "None"),
  );
  return Layer.mergeAll(layerIndexReadings, layerResolutionReadings, layerKeyCache).pipe(
    Layer.provideMerge(layerVenue(ground, caller)),
    Layer.provideMerge(own),
  );
}

/** The venue, by the adapters that the service has. */
function layerVenue(ground: ClaimGround, caller: Caller) {
  const { wire, simulated: { builderKey }, world: { hasNode } } = ground;
  const clobUrl = wire.urlOf("book", caller);
  const access = {
    kind: "builder",
    credentials: {
      apiKey: builderKey.apiKey,
      secret: Redacted.make(builderKey.secret),
      passphrase: Redacted.make(builderKey.passphrase),
    },
  } as const;
  return Layer.unwrap(Effect.gen(function* () {
    const rpcUrl = Redacted.make(wire.urlOf("node", caller));
    const node = hasNode
      ? Option.some(makeChainClient(yield* makeRpcClient({ rpcUrl })))
      : Option.none();
    const relayerUrl = wire.urlOf("relayer", caller);
    const relayer = Option.some(yield* makeRelayerClient({ relayerUrl, access }));
    const data = yield* makeDataClient({ dataUrl: wire.urlOf("index", caller) });
    const missing = { rpc: "POLYGON_RPC_URL", relayer: "RELAYER_API_KEY" };
    // No order is placed: no book is followed.
    const books = { follow: () => Effect.void, bookNow: () => Option.none() };
    const limits = new EntryLimits();
    return Layer.mergeAll(
      Layer.succeed(ChainRoad, makePolymarketChainRoad({ chain: node, relayer, missing })),
      Layer.succeed(ChainLogs, makePolymarketChainLogs(node)),
      Layer.effect(ChainBalances, makePolymarketChainBalances({ chain: node, clobUrl })),
      Layer.succeed(WalletIndex, makePolymarketWalletIndex(data)),
      Layer.effect(Resolutions, makePolymarketResolutions(data)),
      Layer.effect(
        EventCatalog,
        makePolymarketEventCatalog({ gammaUrl: wire.urlOf("catalog", caller) }),
      ),
      Layer.effect(OrderVenue, makePolymarketOrderVenue({ clobUrl, books, limits })),
    );
  }));
}
