import { expect, test } from "bun:test";
import { Effect, Layer } from "effect";
import { readStatus } from "../../../app/wiring/watching.ts";
import { EVERY_LEASE, Leases } from "../../../core/port/leases.ts";
import { OrderNewsFeed } from "../../../core/port/order_news.ts";
import { type ProviderReport, ProviderWatch } from "../../../core/port/provider_watch.ts";
import { QuotaStore } from "../../../core/port/quota_store.ts";
import { VenueLimits } from "../../../core/port/venue_limits.ts";
import { TargetCache } from "../../../core/use_case/price/mod.ts";
import { layerMemoryJobWatch } from "../../memory/job_watch.ts";

const known = { state: "healthy", lastSuccessAtMs: 1, errorRate: 0 } as const;
const reports = ["venue stream", "venue user stream"]
  .map((name): ProviderReport => ({ name, ...known }));
const sockets = { open: 1, wanted: 2 };

test("the status counts the sockets of wallets at the provider that takes them", async () => {
  const layer = Layer.mergeAll(
    Layer.mock(ProviderWatch, { reports: Effect.succeed(reports) }),
    Layer.mock(OrderNewsFeed, { sockets: () => sockets }),
    Layer.mock(QuotaStore, { kind: Effect.succeed("memory" as const), add: () => 0 }),
    Layer.mock(VenueLimits, { reports: Effect.succeed([]) }),
    Layer.mock(TargetCache, {
      counts: () => ({ provisional: 0, corrected: 0, disputed: 0 }),
      peek: () => undefined,
      provisional: () => [],
      adopt: () => {},
    }),
    Layer.succeed(Leases, EVERY_LEASE),
    layerMemoryJobWatch,
  );
  const { providers } = await Effect.runPromise(Effect.provide(readStatus, layer));
  expect(providers).toEqual([
    { name: "venue stream", ...known },
    { name: "venue user stream", ...known, sockets },
  ]);
});
