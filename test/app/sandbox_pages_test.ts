/** Where the addresses of a running sandbox lead. @module */
import { afterAll, describe, expect, test } from "bun:test";
import { openSandbox } from "./open_sandbox.ts";
import { placeUntilSent, runUntilSent } from "./order/place_until_sent.ts";
import { makeFolder } from "./process.ts";

const folder = makeFolder();
const KEY = "sk_test_pages_of_a_sandbox";
const WALLET = "0199f2c4-7b1e-7000-8000-0f1e2d3c4b5a";
const service = await openSandbox({
  DATA_DIR: folder.path,
  SANDBOX_API_KEY: KEY,
  SANDBOX_WALLET_ID: WALLET,
});
afterAll(async () => {
  await service.stop();
  folder.remove();
});

const get = async <A>(path: string) =>
  await (await fetch(`${service.url}/api/v1${path}`, { headers: { "x-api-key": KEY } }))
    .json() as A;

interface Windows {
  readonly data: Record<string, {
    readonly chronological_order: ReadonlyArray<{
      readonly url: string;
      readonly slug: string;
      readonly timestamp_start: number;
    }>;
  }>;
}

describe("the url of a window", () => {
  test("leads to a page of the sandbox that shows its event, past, open or next", async () => {
    const { now } = await get<{ readonly now: string }>("/targets/active");
    const today = await get<Windows>(`/markets/timestamps?asset=eth&date=${now.slice(0, 10)}`);
    const yesterday = new Date(Date.parse(now) - 86_400_000).toISOString().slice(0, 10);
    const before = await get<Windows>(`/markets/timestamps?asset=eth&date=${yesterday}`);
    const windows = [today, before].flatMap(({ data }) =>
      Object.values(data).flatMap((interval) => interval.chronological_order)
    ).filter(({ timestamp_start }) => timestamp_start * 1_000 <= Date.parse(now) + 300_000);
    expect(windows.length).toBeGreaterThan(300);
    for (const { url, slug } of windows.filter((_, at) => at % 7 === 0)) {
      expect(new URL(url).hostname).toBe("127.0.0.1");
      const page = await fetch(url);
      expect([slug, page.status, page.headers.get("content-type")])
        .toEqual([slug, 200, "text/html; charset=utf-8"]);
      expect(await page.text()).toContain(`<code>${slug}</code>`);
    }
  }, 300_000);

  test("is taken for the slug of an order, with the wallet's id in upper case", async () => {
    const { now } = await get<{ readonly now: string }>("/targets/active");
    const nextSec = Math.floor(Date.parse(now) / 300_000) * 300 + 300;
    const { data } = await get<Windows>(
      `/markets/timestamps?asset=btc&interval=5m&date=${
        new Date(nextSec * 1_000).toISOString().slice(0, 10)
      }`,
    );
    const next = data["5min"]?.chronological_order.find((one) => one.timestamp_start === nextSec);
    const place = async (slug = "") =>
      await (await fetch(`${service.url}/api/v1/simpleOrders/easyMarketOrder`, {
        method: "POST",
        headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json" },
        body: JSON.stringify({
          walletId: WALLET.toUpperCase(),
          slug,
          outcome: "Up",
          side: "BUY",
          amount: 5,
        }),
      })).json() as { readonly ok?: boolean; readonly order?: { readonly slug: string } };
    for (const slug of [next?.url, `https://polymarket.com/de/event/${next?.slug}?tid=1`]) {
      const placed = await placeUntilSent(() => place(slug));
      expect([placed.ok, placed.order?.slug]).toEqual([true, next?.slug]);
    }
  }, 300_000);
});

test("tradeUrls of the secondary venue lead to pages of the sandbox, and are slugs", async () => {
  const { results } = await get<{
    readonly results: ReadonlyArray<{
      readonly outcomeId: number;
      readonly tradeUrls: { readonly yes: string; readonly no: string };
    }>;
  }>("/venue2/targets/timestamp");
  expect(results.length).toBeGreaterThan(0);
  for (const { outcomeId, tradeUrls } of results) {
    for (const url of [tradeUrls.yes, tradeUrls.no]) {
      const page = await fetch(url);
      expect([page.status, new URL(url).hostname]).toEqual([200, "127.0.0.1"]);
      expect(await page.text()).toContain(`<code>${outcomeId}</code>`);
      const again = await get<{ readonly results: typeof results }>(
        `/venue2/targets/timestamp?slug=${encodeURIComponent(url)}`,
      );
      expect(again.results[0]?.outcomeId).toBe(outcomeId);
    }
  }
});

test("the start page shows the demo key, the clock and three commands that work", async () => {
  const page = await (await fetch(service.url)).text();
  expect(page).toContain(`<code>${KEY}</code>`);
  expect(page).toMatch(/clock shows\s+<code>20\S+Z<\/code> and runs at speed 1\./);
  const commands = [...page.matchAll(/<pre><code>(.*)<\/code><\/pre>/g)]
    .map(([, command = ""]) => command.replaceAll("&#x27;", "'").replaceAll("&quot;", '"'));
  expect(commands).toHaveLength(3);
  for (const command of commands) {
    const text = command.replaceAll("&amp;", "&");
    const answer = await runUntilSent(text);
    expect([text, answer.slice(-4)]).toEqual([text, "}200"]);
  }
}, 300_000);
