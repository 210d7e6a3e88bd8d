/** Wallets that trade, split, merge and claim: their ledgers to the millionth. @module */
import { afterAll, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { ApiError, createClient, NoAnswer } from "../../../app/client/typescript/mod.ts";
import { SIGNATURE_TYPES } from "../../../core/order/mod.ts";
import { account } from "../../app/command/account/account_process.ts";
import { RARE_GAMES } from "../../app/environment.ts";
import { startWorld } from "../../app/world_of_processes.ts";
import { control } from "../../simulator/kit/support.ts";
import { Chance } from "../../stage/chance.ts";
import { startMortalService } from "../../stage/mortal_service.ts";
import { makeFolder } from "../../temporary_folder.ts";
import { calmly } from "../calmly.ts";
import { option, sized } from "../size.ts";
import { tell } from "../tell.ts";
import { e6Of } from "./e6_of.ts";
import { judgeLedger, type TextPosition } from "./judge_ledger.ts";

const { hours, roundsMin, types } = sized({
  short: { hours: 1, roundsMin: 8, types: [0, 3] },
  whole: { hours: (option("TRIAL_DAYS") ?? 90) * 24, roundsMin: 200, types: SIGNATURE_TYPES },
});
/** How fast the service's time runs: an hour of windows takes 15 s, and in a whole trial 2. */
const SPEED = sized({ short: 240, whole: 1_800 });
const SETTLEMENT = { failed: 0.1, retrying: 0.2, delay_ms: 1_000 };
/** How long the index may be behind, of machine time. */
const PATIENCE_MS = 60_000;
const BEFORE = "1000000";
const SERIES = [["btc", "15min"], ["eth", "15min"], ["btc", "1hour"], ["sol", "4hour"]] as const;

/** Numbers stay as they are written. */
const parse = (text: string) =>
  JSON.parse(text.replaceAll(/":(-?\d[\d.]*)/g, (_, number: string) => `":"${number}"`));

/** A service with a wallet of each kind, and the venue that it trades at. */
async function startWallets() {
  const folder = makeFolder();
  afterAll(folder.remove);
  const startIso = new Date().toISOString();
  const world = startWorld({ startIso, speed: SPEED });
  afterAll(world.simulators.stop);
  const settings = {
    ...world.settings,
    ...RARE_GAMES,
    DATA_DIR: folder.path,
    VENUE2_EVERY_S: "86400",
    LOG_LEVEL: "error",
    RATE_LIMIT_PUBLIC: "0",
    RATE_LIMIT_KEYED: "0",
    WALLET_KEY: randomBytes(32).toString("base64"),
  };
  const service = await startMortalService(settings);
  afterAll(service.stop);
  const run = async (line: string, stdin = "") => {
    const ended = await account(`${line} --sandbox`, { settings, stdin });
    if (ended.code !== 0) throw new Error(ended.logged);
    return ended.printed;
  };
  await run("add bot@x.y");
  const apiKey = /sk_test_\S+/.exec(await run("key bot@x.y"))?.[0] ?? "";
  const venueUrl = world.simulators.urlOf("venue-orders");
  const wallets: Array<{ readonly walletId: string; readonly address: string }> = [];
  for (const type of types) {
    const address = `0x${randomBytes(20).toString("hex")}`;
    const line = `wallet import bot@x.y --type ${type}${type === 0 ? "" : ` --funder ${address}`}`;
    const printed = await run(line, randomBytes(32).toString("hex"));
    const walletId = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(printed)?.[0] ?? "";
    await run(`wallet provision ${walletId}`);
    wallets.push({ walletId, address });
  }
  const client = createClient(service.url(), { apiKey });
  const funders = new Map((await client.account.details()).wallets
    .map(({ id, funder }) => [id, funder]));
  return {
    client,
    exact: createClient(service.url(), { apiKey, parse }),
    venueUrl,
    siteUrl: world.simulators.urlOf("site"),
    clock: world.clock,
    wallets: wallets.map(({ walletId }) => ({ walletId, address: funders.get(walletId) ?? "" })),
  };
}

type World = Awaited<ReturnType<typeof startWallets>>;
type Wallet = World["wallets"][number];

/** What the wallets did. */
const deeds = new Map<string, number>();
const did = (done: string) => void deeds.set(done, (deeds.get(done) ?? 0) + 1);

/** Refused is fine: books and balances move meanwhile. */
async function tried(done: string, deed: () => Promise<unknown>): Promise<void> {
  try {
    await deed();
    did(done);
  } catch (thrown) {
    if (!(thrown instanceof ApiError) && !(thrown instanceof NoAnswer)) throw thrown;
    did(`refused ${done}`);
  }
}

async function positionsOf({ exact }: World, { walletId }: Wallet) {
  const status = ["open", "claimable", "lost", "closed"] as const;
  const found = await Array.fromAsync(exact.positions.list.all({ walletId, status, limit: 200 }));
  return found as unknown as ReadonlyArray<TextPosition & { readonly tokenId: string }>;
}

/** One thing that a wallet does, by itself or by the hand of its owner. */
async function act(world: World, wallet: Wallet, chance: Chance): Promise<void> {
  const { client, venueUrl } = world;
  const { walletId, address } = wallet;
  const [asset, interval] = chance.pick(SERIES);
  const { data: [window] } = await client.windows.active({ asset: [asset], interval: [interval] });
  const up = window?.market?.outcomes[0];
  if (window === undefined || up === undefined || up.token_id === null) return;
  const outcome = chance.is(0.5) ? "Up" : "Down";
  const order = { walletId, slug: window.slug, outcome } as const;
  const byHand = (done: "split" | "merge" | "redeem", tokenId: string, amount?: string) =>
    tried(`${done}s by hand`, async () => {
      const body = { address, do: done, token_id: tokenId, ...(amount ? { amount } : {}) };
      const { status } = await control(`${venueUrl}/__chain`, "POST", body);
      if (status !== 200) did(`refused ${done}s by hand`);
    });
  const kind = chance.within(0, 10);
  if (kind <= 3) {
    const amount = chance.within(1, 20);
    await tried(
      "market orders",
      () => client.orders.market({ ...order, side: "BUY", amount, orderType: "FAK" }),
    );
  } else if (kind <= 5) {
    const price = Math.round(Math.min(0.95, Math.max(0.05, up.best_bid ?? 0.4)) * 100) / 100;
    const size = chance.within(5, 40);
    const own = outcome === "Up" ? price : Math.round((1 - price) * 100) / 100;
    await tried(
      "limit orders",
      () => client.orders.limit({ ...order, side: "BUY", price: own, size, lifeS: 1_800 }),
    );
  } else if (kind === 6) {
    await byHand("split", up.token_id, `${chance.within(1, 30)}.${chance.within(100, 999)}`);
  } else {
    const held = (await positionsOf(world, wallet)).filter(({ shares }) => e6Of(shares) > 0n);
    if (held.length === 0) return;
    const one = chance.pick(held);
    const { slug, tokenId, shares, status } = one;
    if (status !== "open") return await byHand("redeem", tokenId);
    if (kind === 7) return await byHand("merge", tokenId, `${chance.within(1, 5)}.25`);
    const amount = Math.floor(Number(shares) * chance.within(10, 101)) / 100;
    if (amount < 5 || slug === null) return;
    // What is sold before it is settled may turn out never to have come.
    await tried("sales", () =>
      client.orders.market({
        ...order,
        ...{
          slug,
          outcome: one.outcome ?? "",
          side: "SELL",
          amount,
          orderType: "FAK",
          settledOnly: true,
        },
      }));
  }
}

/** Waits until the chain and the index are done with a wallet, and judges it. */
async function differencesOf(world: World, wallet: Wallet): Promise<ReadonlyArray<string>> {
  const { client, exact } = world;
  const { walletId } = wallet;
  const fills = () => Array.fromAsync(client.orders.fills.all({ walletId, limit: 200 }));
  await calmly(async () =>
    (await fills()).every(({ state }) => state === "confirmed" || state === "failed")
  );
  // The index is behind for a while; what stays apart is told.
  const untilMs = performance.now() + PATIENCE_MS;
  await calmly(async () =>
    performance.now() > untilMs ||
    (await positionsOf(world, wallet)).every(({ agrees }) => agrees === true)
  );
  const positions = await positionsOf(world, wallet);
  for (const { state, role } of await fills()) did(`fills ${state} as ${role}`);
  for (const { status } of positions) did(`positions ${status}`);
  const { balance_usdc } = await exact.wallets.balance({ walletId });
  const balances = { before: BEFORE, after: String(balance_usdc) };
  const found = judgeLedger(positions, balances).map((one) => `${walletId} ${one}`);
  if (found.length === 0) return [];
  // What tells how it came.
  const odd = new Set(
    positions.filter(({ agrees, cost_usdc }) => agrees !== true || cost_usdc === null)
      .map(({ condition_id }) => condition_id),
  );
  const listed = await Promise.all([...odd].map(async (condition) => {
    const query = `user=${wallet.address}&condition=${condition}&limit=1000`;
    const activity = await (await fetch(`${world.siteUrl}/v2/activity?${query}`)).text();
    const fills = (await Array.fromAsync(exact.orders.fills.all({ walletId, market: condition })))
      .map((fill) => JSON.stringify(fill));
    return [condition, ...fills, activity].join("\n");
  }));
  return [...found, ...listed];
}

test("every wallet's ledger comes to its balance at the venue, to the millionth", async () => {
  const seed = option("TRIAL_SEED") ?? Math.floor(Math.random() * 2 ** 31);
  const chance = new Chance(seed);
  const world = await startWallets();
  const { client, venueUrl, clock, wallets } = world;
  for (const { address } of wallets) {
    await control(`${venueUrl}/__account`, "PUT", { address, balance: BEFORE });
  }
  await control(`${venueUrl}/__settlement`, "POST", SETTLEMENT);
  const endMs = clock.nowMs() + hours * 3_600_000;
  for (let round = 0; round < roundsMin || clock.nowMs() < endMs; round += 1) {
    await Promise.all(wallets.map((wallet) => act(world, wallet, chance)));
  }
  for (const { walletId } of wallets) await client.orders.cancel({ walletId });
  const differences = await Promise.all(wallets.map((wallet) => differencesOf(world, wallet)));
  for (const [done, count] of deeds) tell({ done, count });
  tell({ done: "wallets", count: wallets.length, wrong: differences.flat().length });
  expect({ seed, differences: differences.flat() }).toEqual({ seed, differences: [] });
});
