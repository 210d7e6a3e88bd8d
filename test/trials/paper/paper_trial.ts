/** A trader on paper whose service is killed: its books against all it was answered. @module */
import { afterAll, expect, test } from "bun:test";
import { COMMAND_LINE } from "../../app/command_line.ts";
import { RARE_GAMES } from "../../app/environment.ts";
import { Chance } from "../../stage/chance.ts";
import { openGround } from "../../stage/process_ground.ts";
import { calmly } from "../calmly.ts";
import { option, sized, trialSeed } from "../size.ts";
import { tell } from "../tell.ts";
import { judgePaper, type PaperFillRow, type PaperHistory } from "./judge_paper.ts";

const ROUNDS = option("TRIAL_HISTORIES") ?? sized({ short: 40, whole: 2_000 });
const KILL_EVERY = 20;
const SPEED = 20;
const OPENED_USDC = 5_000;
const API_KEY = "sk_test_paper_trial_key";

test("the books of a trader on paper are whole, however often its service dies", async () => {
  const chance = new Chance(trialSeed());
  const databaseUrl = Bun.env["TEST_DATABASE_URL"];
  const { services, stop } = await openGround({
    startIso: new Date().toISOString(),
    speed: SPEED,
    seed: 5,
    // Without a server they would have a store each.
    services: databaseUrl === undefined ? 1 : 2,
    databaseUrl,
    settings: () => ({
      ...RARE_GAMES,
      VENUE2_EVERY_S: "86400",
      LOG_LEVEL: "error",
      RATE_LIMIT_PUBLIC: "0",
      RATE_LIMIT_KEYED: "0",
      SANDBOX_API_KEY: API_KEY,
    }),
  });
  afterAll(stop);
  const anyService = () => chance.pick(services);
  /** Asks one service after the other until one answers. */
  const ask = async (path: string, init: RequestInit = {}): Promise<Record<string, unknown>> => {
    for (;;) {
      try {
        const headers = { "x-api-key": API_KEY, "content-type": "application/json" };
        const answer = await fetch(`${anyService().url}${path}`, {
          ...init,
          headers: { ...headers, ...init.headers as Record<string, string> },
        });
        const body = await answer.json() as Record<string, unknown>;
        if (answer.status < 500 && body["reason"] !== "key_in_use") return body;
      } catch {
        // It is dead, or dies.
      }
      await Bun.sleep(100);
    }
  };
  const walletId = await openWallet(services[0]?.settings ?? {});
  const windows = await ask("/api/v1/windows/active?asset=btc&interval=daily");
  const [{ slug }] = windows["data"] as readonly [{ readonly slug: string }];
  const listOf = async <Item>(path: string): Promise<ReadonlyArray<Item>> => {
    const items: Array<Item> = [];
    for (let cursor = "";;) {
      const next = cursor === "" ? "" : `&cursor=${cursor}`;
      const page = await ask(`${path}?walletId=${walletId}&limit=100${next}`);
      items.push(...page["data"] as ReadonlyArray<Item>);
      cursor = String(page["next_cursor"]);
      if (cursor === "") return items;
    }
  };

  const acknowledged = new Map<string, string>();
  let kills = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const key = `paper-${round}`;
    const outcome = chance.pick(["Up", "Down"]);
    const headers = { "idempotency-key": key };
    const send = (path: string, body: object) =>
      ask(path, { method: "POST", headers, body: JSON.stringify({ walletId, slug, ...body }) });
    const order = chance.is(0.4)
      ? send("/api/v1/simpleOrders/easyMarketOrder", {
        ...{ outcome, side: "BUY", amount: chance.within(1, 10), orderType: "FAK" },
      })
      : send("/api/v1/orders", {
        ...{ outcome, side: chance.pick(["BUY", "BUY", "SELL"]), size: chance.within(5, 40) },
        ...{ price: chance.within(30, 70) / 100, orderType: "GTC" },
      });
    const killed = round % KILL_EVERY === KILL_EVERY - 1 ? chance.pick(services) : undefined;
    if (killed !== undefined) {
      await Bun.sleep(chance.within(0, 200));
      killed.signal("SIGKILL");
      await killed.ended();
      kills += 1;
      await killed.start();
    }
    const { orderId } = await order;
    if (typeof orderId === "string") acknowledged.set(key, orderId);
    if (chance.is(0.1)) await ask(`/api/v1/orders?walletId=${walletId}`, { method: "DELETE" });
  }
  await ask(`/api/v1/orders?walletId=${walletId}`, { method: "DELETE" });

  let fills: ReadonlyArray<PaperFillRow> = [];
  let history: ReadonlyArray<PaperHistory> = [];
  await calmly(async () => {
    fills = await listOf("/api/v1/fills");
    history = await listOf("/api/v1/orders/history");
    return fills.every(({ state }) => state === "confirmed" || state === "failed") &&
      history.every(({ state }) => state !== "sent" && state !== "unknown" && state !== "live");
  });
  const { balance_usdc } = await ask(`/api/v1/wallets/balance?walletId=${walletId}`);
  const { lost, doubled, wrong } = judgePaper({
    ...{ acknowledged, history, fills, openedUsdc: OPENED_USDC },
    balanceUsdc: Number(balance_usdc),
  });
  const faults = { lost: lost.length, doubled: doubled.length, wrong: wrong.length };
  tell({ done: "orders on paper", count: acknowledged.size, ...faults });
  tell({ done: "fills", count: fills.length });
  tell({ done: "failed fills", count: fills.filter(({ state }) => state === "failed").length });
  tell({ done: "kills", count: kills });
  expect({ lost, doubled, wrong }).toEqual({ lost: [], doubled: [], wrong: [] });
  for (const count of [acknowledged.size, fills.length, kills]) expect(count).toBeGreaterThan(0);
});

/** Opens a paper wallet of the demo account by the command line, and returns its id. */
async function openWallet(settings: Readonly<Record<string, string>>): Promise<string> {
  const { PATH = "", HOME = "" } = Bun.env;
  const opening = Bun.spawn([
    ...COMMAND_LINE,
    ...["account", "wallet", "paper", "demo@sandbox.invalid", "--sandbox"],
    ...["--usdc", String(OPENED_USDC), "--latency", "50ms"],
  ], { env: { PATH, HOME, ...settings, SANDBOX_SEED: "5" }, stdout: "pipe", stderr: "inherit" });
  const printed = await new Response(opening.stdout).text();
  return /^wallet +(\S+)/m.exec(printed)?.[1] ?? expect.unreachable();
}
