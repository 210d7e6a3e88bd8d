/**
 * The TypeScript client on a whole service: every request, and what becomes of lost replies.
 *
 * @module
 */
import { describe, expect, test } from "bun:test";
import { ApiError, createClient, ROUTES } from "../../../../app/client/typescript/mod.ts";
import { openSandbox } from "../../open_sandbox.ts";
import { placeUntilSent } from "../../order/place_until_sent.ts";

const { url, said } = await openSandbox();
const apiKey = said(/API key\s+(\S+)/);
const walletId = said(/wallet\s+(\S+)/);
const nowSec = Math.floor(Date.now() / 1000);
/** The next 5-minute window of btc, which already trades. */
const slug = `btc-updown-5m-${(Math.floor(nowSec / 300) + 1) * 300}`;
const order = { walletId, slug, outcome: "Up", side: "BUY", amount: 5 } as const;
const hourAgo = new Date((nowSec - 3_600) * 1000);

/** Counts the statuses of answers as they come from the service. */
function countingFetch() {
  const statuses: Array<number> = [];
  const fetch = async (address: string, init: RequestInit) => {
    const response = await globalThis.fetch(address, init);
    statuses.push(response.status);
    return response;
  };
  return { fetch, statuses };
}

const { fetch: counting, statuses } = countingFetch();
const client = createClient(url, { apiKey, fetch: counting });
const date = new Date().toISOString().slice(0, 10);
const range = { asset: "btc", type: "5min", start: hourAgo, end: new Date() } as const;
const market = { asset: "btc", type: "5min", timestamp: hourAgo } as const;

/** A request of each name, as a bot would make it. */
const REQUESTS: Readonly<Record<string, () => Promise<unknown>>> = {
  "targets.active": () => client.targets.active({ asset: "btc", types: ["5min", "1hour"] }),
  "targets.at": () => client.targets.at({ ...market, evidence: true }),
  "targets.batch": () => client.targets.batch({ assets: ["btc", "eth"], ...without(market) }),
  "markets.timestamps": () => client.markets.timestamps({ date, intervals: ["5min"] }),
  "history.market": () => client.history.market({ ...market, includeOutcomeMeta: true }),
  "history.range": () => client.history.range(range),
  "history.exchangeRange": () => client.history.exchangeRange({ ...range, type: "1hour" }),
  "timeseries.market": () => client.timeseries.market(market),
  "timeseries.range": () => client.timeseries.range(range),
  "twap.latest": () => client.twap.latest({ window: 60 }),
  "fees.eventBySlug": () => client.fees.eventBySlug({ eventSlug: slug }),
  "fees.eventById": async () => {
    const { event } = await client.fees.eventBySlug({ eventSlug: slug });
    return await client.fees.eventById({ eventId: event.id });
  },
  "fees.estimate": () =>
    client.fees.estimate({ makingAmount: 5, takingAmount: 10, eventSlug: slug }),
  "fees.legacyEstimate": () =>
    client.fees.legacyEstimate({
      side: "BUY",
      makingAmount: 5,
      takingAmount: 10,
      eventSlug: slug,
    }),
  "account.details": () => client.account.details(),
  "orders.market": () => placeUntilSent(() => client.orders.market(order)),
  "orders.preview": () => client.orders.preview(order),
  "orders.open": () => client.orders.open({ walletId }),
  "orders.cancel": () => client.orders.cancel({ walletId }),
  "orders.history": () => client.orders.history({ walletId, limit: 10 }),
  "wallets.balance": () => client.wallets.balance({ walletId }),
  "games.list": () => client.games.list({ include: ["platforms", "coverage"] }),
  "teams.list": () => client.teams.list({ league: "wsl", limit: 5 }),
  "leagues.list": () => client.leagues.list(),
  "venue2.active": () => client.venue2.active(),
  "venue2.at": () => client.venue2.at({ timestamp: new Date() }),
  "service.health": () => client.service.health(),
  "service.status": () => client.service.status(),
};

function without<Fields extends { readonly asset: unknown }>({ asset: _, ...rest }: Fields) {
  return rest;
}

describe("on a service", () => {
  test("every request is tried", () => {
    const names = Object.entries(ROUTES).flatMap(([room, routes]) =>
      Object.keys(routes).map((name) => `${room}.${name}`)
    );
    expect(Object.keys(REQUESTS).toSorted()).toEqual([...names, "orders.preview"].toSorted());
  });

  test.each(Object.entries(REQUESTS))("%s is answered", async (_, ask) => {
    expect(Object.keys(await ask() as object).length).toBeGreaterThan(0);
  }, 300_000);

  test("pages are followed to the end, each item once", async () => {
    const ids: Array<string> = [];
    for await (const team of client.teams.list.all({ league: "wsl", limit: 5 })) ids.push(team.id);
    expect(ids.length).toBeGreaterThan(5);
    expect(new Set(ids).size).toBe(ids.length);
    const whole = await client.teams.list({ league: "wsl", limit: 200 });
    expect(whole.data.map(({ id }) => id)).toEqual(ids);
  });

  test("what has not changed is not sent again", async () => {
    const first = await client.leagues.list();
    expect(await client.leagues.list()).toEqual(first);
    expect(statuses.at(-1)).toBe(304);
  });

  test("a refusal says what to do", async () => {
    const failure = await client.orders.market({ ...order, outcome: "Sideways" })
      .catch((error) => error);
    expect(failure).toBeInstanceOf(ApiError);
    expect(failure).toMatchObject({
      status: 404,
      hint: "Send one of its outcomes: Up, Down",
    });
  });

  test("the stream's games need no other key", async () => {
    for await (const event of client.stream.games({ leagues: ["wsl"] })) {
      expect(event.type).toBe("start");
      break;
    }
  }, 300_000);

  test("an order whose replies are lost is placed once", async () => {
    const sent = async () =>
      (await client.orders.history({ walletId })).data.filter(({ state }) => state !== "refused");
    const before = await sent();
    let lost = 0;
    const losing = createClient(url, {
      apiKey,
      firstRetryMs: 5,
      fetch: async (address, init) => {
        const response = await fetch(address, init);
        await response.text();
        // The service has answered: only the bot never learns of it.
        if (lost++ < 3) throw new TypeError("the connection broke");
        return await fetch(address, init);
      },
    });
    const placed = await placeUntilSent(() => {
      lost = 0;
      return losing.orders.market(order);
    });
    expect(lost).toBe(4);
    const after = await sent();
    expect(after.length).toBe(before.length + 1);
    expect(after[0]).toMatchObject({ state: "matched", order_id: placed.orderId });
  }, 300_000);
});
