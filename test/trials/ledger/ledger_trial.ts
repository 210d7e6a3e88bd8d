/** Wallets that trade, split, merge and claim: their ledgers to the millionth. @module */
import { expect, test } from "bun:test";
import { SIGNATURE_TYPES } from "../../../core/order/mod.ts";
import { Chance } from "../../stage/chance.ts";
import { calmly } from "../calmly.ts";
import { option, sized, trialSeed } from "../size.ts";
import { tell } from "../tell.ts";
import { beginTroubles, endTroubles } from "./chain_troubles.ts";
import { textOfE6 } from "./e6_of.ts";
import { deeds, did } from "./deed_counts.ts";
import { judgeWallet } from "./judge_wallet.ts";
import { makeJumpingClock } from "./jumping_clock.ts";
import { settleWallets } from "./settle_wallets.ts";
import { CLAIMERS, startWallets, type WalletPlan, type World } from "./started_wallets.ts";
import { live } from "./wallet_deeds.ts";

/** How fast the service's time runs: a window of a quarter of an hour takes four seconds. */
const SPEED = 240;
const DAY_MS = 86_400_000;
/** How much of a day the service runs: the rest of it passes at once. */
const SESSION_MS = 20 * 60_000;
/** How often a service is killed in the middle of what it does, and not asked to stop. */
const KILL_RATE = 0.5;

const ALL: ReadonlyArray<WalletPlan> = SIGNATURE_TYPES.flatMap((type) =>
  CLAIMERS.map((claimer) => ({ type, claimer }))
);
const { days, plans } = sized<{ days: number; plans: ReadonlyArray<WalletPlan> }>({
  short: {
    days: 3,
    plans: [
      { type: 0, claimer: "request" },
      { type: 0, claimer: "venue" },
      { type: 2, claimer: "hand" },
      { type: 3, claimer: "policy" },
    ],
  },
  whole: { days: option("TRIAL_DAYS") ?? 90, plans: ALL },
});

/** What a whole trial must not leave out. */
const WANTED = sized({
  short: [],
  whole: ["request", "policy", "hand", "the venue"].map((claimer) => `claims by ${claimer}`),
});

/** Ends the service, has it sleep until an instant, and starts it again. */
async function sleepUntil({ service, clock }: World, atMs: number, isKilled: boolean) {
  await service.stop(isKilled ? "SIGKILL" : "SIGTERM");
  clock.jumpTo(Math.max(atMs, clock.nowMs()));
  await service.start();
  did(isKilled ? "kills" : "restarts");
}

/** Tells what was done. */
function tellDeeds(): void {
  const last = (done: string) => Number(/^(claims|positions|fills)/.test(done));
  const counts = [...deeds].toSorted(([a], [b]) => last(a) - last(b) || (a < b ? -1 : 1));
  for (const [done, count] of counts) tell({ done, count });
}

test("every wallet's ledger comes to its balance at the venue, to the millionth", async () => {
  const seed = trialSeed();
  const chance = new Chance(seed);
  const startMs = Date.now();
  const clock = makeJumpingClock({ speed: SPEED, startMs });
  const world = await startWallets(clock, plans);
  const { client, service, wallets, receiver, told } = world;
  const chances = wallets.map((_, at) => new Chance(seed, at + 1));
  for (let day = 0; day < days; day += 1) {
    if (day > 0) {
      const atMs = startMs + day * DAY_MS + chance.within(0, DAY_MS - 2 * SESSION_MS);
      await sleepUntil(world, atMs, chance.is(KILL_RATE));
    }
    await beginTroubles(world, chance);
    const untilMs = clock.nowMs() + SESSION_MS;
    const living = wallets.map((wallet, at) =>
      live(world, wallet, { untilMs, chance: chances[at] ?? chance })
    );
    await Promise.all(living);
  }
  did("days", days);
  await endTroubles(world);
  // Every window that somebody has shares of is over then.
  await sleepUntil(world, clock.nowMs() + DAY_MS, false);
  await settleWallets(world);
  const confirmed = await Promise.all(
    wallets.map(async ({ walletId }) =>
      await Array.fromAsync(client.positions.claims.all({ walletId, state: ["confirmed"] }))
    ),
  );
  await calmly(() => receiver.dataOf("claim.confirmed").length >= confirmed.flat().length);
  const judged = await Promise.all(wallets.map((wallet) => judgeWallet(world, wallet)));
  tellDeeds();
  for (const type of new Set(wallets.map((wallet) => wallet.type))) {
    const ofType = judged.filter((_, at) => wallets[at]?.type === type);
    const offE6 = ofType.reduce((sum, one) => sum + (one.offE6 < 0n ? -one.offE6 : one.offE6), 0n);
    tell({
      done: `wallets of type ${type} with a difference of ${textOfE6(offE6)}`,
      count: ofType.length,
      wrong: ofType.flatMap(({ wrong }) => wrong).length,
      lost: ofType.reduce((sum, { untold }) => sum + untold, 0),
      doubled: ofType.reduce((sum, { doubled }) => sum + doubled, 0),
    });
  }
  expect({
    seed,
    leftOut: WANTED.filter((done) => !deeds.has(done)),
    wrong: judged.flatMap(({ wrong }) => wrong),
    offE6: judged.map(({ offE6 }) => offE6),
    told: judged.map(({ untold, doubled }) => ({ untold, doubled })),
    gaps: told.filter(({ type }) => type === "gap"),
    unverified: receiver.unverified,
    undocumented: receiver.undocumented,
    logged: service.logged().split("\n").filter((line) => line.includes("ERROR")).slice(0, 20),
  }).toEqual({
    seed,
    leftOut: [],
    wrong: [],
    offE6: judged.map(() => 0n),
    told: judged.map(() => ({ untold: 0, doubled: 0 })),
    gaps: [],
    unverified: [],
    undocumented: [],
    logged: [],
  });
});
