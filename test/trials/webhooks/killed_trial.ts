/** Webhooks of services that are killed, with a receiver that fails half of the time. @module */
import { afterAll, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { DEMO_EMAIL } from "../../../app/sandbox/demo_identity.ts";
import { calmly } from "../calmly.ts";
import { account } from "../../app/command/account/account_process.ts";
import { findSecret } from "../../app/command/account/find_secret.ts";
import type { Settings } from "../../app/environment.ts";
import { startMortalService } from "../../stage/mortal_service.ts";
import { makeFolder } from "../../temporary_folder.ts";
import { sized } from "../size.ts";
import { tell } from "../tell.ts";
import { type Fate, startReceiver } from "./failing_receiver.ts";
import { startWorld } from "../../app/world_of_processes.ts";

/** A window of five minutes lasts ten seconds, or five. */
const SPEED = sized({ short: 60, whole: 30 });
const KILLS = sized({ short: 1, whole: 3 });
const KEY = "sk_test_webhooks";

/** The settings of a service in a new world of simulators, with a folder of its own. */
function newWorld(): Settings {
  const seed = randomBytes(4).readUInt32BE();
  const world = startWorld({ startIso: "2026-11-20T12:00:00Z", speed: SPEED, seed });
  const folder = makeFolder();
  afterAll(async () => {
    await world.simulators.stop();
    folder.remove();
  });
  return { ...world.settings, DATA_DIR: folder.path, SANDBOX_API_KEY: KEY };
}

/** Adds a webhook of the demo user, and returns its secret. */
async function addWebhook(settings: Settings, url: string): Promise<string> {
  const line = `hook add ${DEMO_EMAIL} --url ${url} --sandbox --assets btc --intervals 5min ` +
    "--events window.opened,window.closed,order.settled";
  const { code, printed, logged } = await account(line, { settings });
  expect([code, logged]).toEqual([0, expect.stringContaining("hook_")]);
  expect(printed).toMatch(/^whsec_\S{44}\n$/);
  return printed.trim();
}

const headers = { "x-api-key": KEY };

async function ask<A>(url: string, init: RequestInit = {}): Promise<A> {
  const response = await fetch(url, { headers, ...init });
  return await response.json() as A;
}

/**
 * Orders shares of the window that is open, whatever becomes of the order, until the service has
 * sent one: a busy one may say that it has not.
 */
async function placeOrder(url: string): Promise<void> {
  const walletId = await walletIdOf(url);
  const before = (await ordersOf(url)).length;
  await calmly(async () => {
    const { results: [window] = [] } = await ask<
      { results?: ReadonlyArray<{ windowStart: number }> }
    >(`${url}/api/v1/targets/active?asset=btc&types=5min`);
    const slug = `btc-updown-5m-${window?.windowStart}`;
    await ask(`${url}/api/v1/simpleOrders/easyMarketOrder`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify({ walletId, slug, outcome: "Up", side: "BUY", amount: 5 }),
    });
    return (await ordersOf(url)).length > before;
  });
}

async function walletIdOf(url: string): Promise<string> {
  const { wallets: [{ id }] } = await ask<{ wallets: [{ id: string }] }>(`${url}/api/v1/account`);
  return id;
}

/** The orders of the history; those in these states alone, if any are given. */
async function ordersOf(url: string, states = ""): Promise<ReadonlyArray<string>> {
  const asked = `walletId=${await walletIdOf(url)}${states === "" ? "" : `&state=${states}`}`;
  const { data } = await ask<{ data: ReadonlyArray<{ id: string }> }>(
    `${url}/api/v1/orders/history?${asked}`,
  );
  return data.map(({ id }) => id);
}

/** The ids of the orders whose end is known. */
const settledOrders = (url: string) => ordersOf(url, "matched,refused");

const opened = (data: Readonly<Record<string, unknown>>) => Number(data["windowStart"]);
const closed = ({ market }: Readonly<Record<string, unknown>>) =>
  Number((market as Readonly<Record<string, unknown>>)["timestamp_start"]);

/**
 * Waits until every window from the first to the newest one was told of, none left out, and expects
 * each once. A window whose target is asked for meanwhile is told of after the next one.
 */
async function untilNoGap(startsNow: () => ReadonlyArray<number>): Promise<void> {
  const newest = Math.max(...startsNow());
  const missing = () => {
    const starts = new Set(startsNow());
    const first = Math.min(...starts);
    return Array.from({ length: (newest - first) / 300 }, (_, at) => first + at * 300)
      .filter((start) => !starts.has(start));
  };
  await calmly(() => missing().length === 0);
  const starts = startsNow();
  const wrong = starts.filter((start, at) => starts.indexOf(start) !== at || start % 300 !== 0);
  expect(wrong).toEqual([]);
}

/** Half of all requests fail: the first one of each message, in one way or another. */
function failHalf(id: string, attempt: number): Fate {
  const fates = ["refuse", "hang_up", "lost"] as const;
  return attempt > 0 ? "accept" : fates[id.charCodeAt(5) % fates.length] ?? "refuse";
}

test(
  "a receiver that fails half of the time gets everything, though the service is killed",
  async () => {
    const settings = newWorld();
    const receiver = await startReceiver(failHalf);
    const service = await startMortalService(settings);
    receiver.secrets.push(await addWebhook(settings, receiver.url));
    for (let kills = 0; kills < KILLS; kills += 1) {
      const before = receiver.dataOf("window.opened").length;
      await placeOrder(service.url());
      // Killed with an order that is not told yet, or just told.
      await service.kill();
      await placeOrder(service.url());
      await calmly(() => receiver.dataOf("window.opened").length > before);
    }
    await calmly(
      async () => {
        const orders = await settledOrders(service.url());
        const told = new Set(receiver.dataOf("order.settled").map(({ id }) => id));
        return orders.length >= 2 * KILLS && orders.every((id) => told.has(id));
      },
    );
    await calmly(() => receiver.dataOf("window.closed").length >= KILLS + 1);

    expect(receiver.unverified).toEqual([]);
    expect(receiver.undocumented).toEqual([]);
    await untilNoGap(() => receiver.dataOf("window.opened").map(opened));
    await untilNoGap(() => receiver.dataOf("window.closed").map(closed));
    for (const bodies of receiver.bodies.values()) expect(bodies.size).toBe(1);
    const orders = receiver.dataOf("order.settled").map(({ id }) => id);
    const doubled = orders.length - new Set(orders).size;
    tell({ done: "messages", count: receiver.processed.size, lost: 0, doubled });
    tell({ done: "kills", count: KILLS });
    expect(doubled).toBe(0);

    const secret = Buffer.from(receiver.secrets[0]?.slice("whsec_".length) ?? "", "base64");
    expect(await service.stop()).toBe(0);
    expect(await findSecret(String(settings["DATA_DIR"]), secret)).toEqual([]);
    expect(service.logged()).not.toContain(secret.toString("base64"));
    expect(service.logged()).not.toContain("hunter2");
    expect(service.logged()).toContain("Cannot deliver a message of a webhook yet");
  },
);
