/**
 * What `GET /api/v1/status` reports about a running service.
 *
 * @module
 */
import { Effect } from "effect";
import { JobWatch, Leases, ProviderWatch, QuotaStore, VenueLimits } from "../../core/port/mod.ts";
import { TargetCache } from "../../core/use_case/price/mod.ts";

/** Reads it. */
export const readStatus = Effect.gen(function* () {
  const providers = yield* (yield* ProviderWatch).reports;
  const jobs = yield* (yield* JobWatch).reports;
  const quotaStore = yield* (yield* QuotaStore).kind;
  const venueLimits = yield* (yield* VenueLimits).reports;
  const targets = (yield* TargetCache).counts();
  const leases = yield* Leases;
  const fleet = { state: leases.state(), held: leases.held() };
  return { providers, jobs, quotaStore, venueLimits, targets, fleet };
});
