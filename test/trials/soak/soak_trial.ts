/** A long mixed load, and what the service's memory and handles do under it. @module */
import { afterAll, expect, test } from "bun:test";
import { openGround } from "../../stage/process_ground.ts";
import { option, sized, trialSeed } from "../size.ts";
import { tell } from "../tell.ts";
import { askRequests } from "./ask_requests.ts";
import { breakProviders } from "./break_providers.ts";
import { makeCounts } from "./load.ts";
import { runSoak, soakRowText } from "./run_soak.ts";
import { wrongInLoad, wrongInProcess } from "./verdict.ts";
import { visitStreams } from "./visit_streams.ts";

const seed = trialSeed();
/** Caches fill in the first half, growth is measured in the second. */
const minutes = option("TRIAL_MINUTES") ?? sized({ short: 0.12, whole: 20 });
/** A shorter one is all warm-up: its growth and its rate say nothing. */
const JUDGED_MINUTES_MIN = 20;
const { speed, ratePerSec, everyMs, leagues } = sized({
  short: { speed: 2, ratePerSec: 20, everyMs: 500, leagues: "wsl" },
  whole: { speed: 60, ratePerSec: 40, everyMs: 10_000, leagues: "" },
});
/** Counted like every request, and never refused: each caller has counters of its own. */
const QUOTA = "1000000/60";
const ORDERER = {
  apiKey: "sk_test_soak",
  walletId: "4b3a1c92-5e0d-4c7a-9a51-2f8e6d7c1b03",
};
const { DATABASE_URL, REDIS_URL } = Bun.env;
const isJudged = minutes >= JUDGED_MINUTES_MIN;
const much = isJudged ? "and does not grow" : "for a while";

test(`a service stands the mixed load of the seed ${seed} ${much}`, async () => {
  const { clock, simulators, services: [service], stop } = await openGround({
    startIso: "2026-11-05T12:00:30Z",
    speed,
    seed,
    services: 1,
    settings: () => ({
      LOG_LEVEL: "error",
      RATE_LIMIT_PUBLIC: QUOTA,
      RATE_LIMIT_KEYED: QUOTA,
      TRUST_PROXY: "1",
      LEAGUES: leagues,
      SANDBOX_API_KEY: ORDERER.apiKey,
      SANDBOX_WALLET_ID: ORDERER.walletId,
      // The store of a replica, where one is named.
      ...(DATABASE_URL === undefined ? {} : { DATABASE_URL }),
      ...(REDIS_URL === undefined ? {} : { REDIS_URL }),
    }),
  });
  afterAll(stop);
  if (service === undefined) throw new Error("there is no service");
  const target = { url: service.url, ...ORDERER, nowSec: () => Math.floor(clock.nowMs() / 1000) };
  const counts = makeCounts();
  const report = await runSoak({
    service,
    durationMs: minutes * 60_000,
    everyMs,
    load: (signal) => {
      const options = { seed, counts, signal };
      return [
        askRequests(target, { ...options, ratePerSec }),
        visitStreams(target, options),
        breakProviders(simulators.table.map(([, address]) => address), options),
      ];
    },
  });
  const { requests, streams, frames, faults, longestMs } = counts;
  tell({ done: "requests", count: requests, longestMs });
  tell({ done: "stream visits", count: streams });
  tell({ done: "frames", count: frames });
  tell({ done: "faults of providers", count: faults });
  const wanted = ratePerSec * report.tookMs / 1_000;
  const wrong = [
    ...wrongInProcess(report, { isJudged }),
    ...wrongInLoad(counts, { wanted, isRateJudged: isJudged }),
  ];
  const rows = wrong.length > 0 ? report.rows.map(soakRowText) : [];
  expect([...rows, ...wrong]).toEqual([]);
  expect(Math.min(streams, frames, faults)).toBeGreaterThan(0);
});
