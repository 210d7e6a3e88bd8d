/**
 * The TypeScript client on a whole service: every request is answered.
 *
 * @module
 */
import { describe, expect, test } from "bun:test";
import { createClient, ROUTES } from "../../../../app/client/typescript/mod.ts";
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

const client = createClient(url, { apiKey });
const MINE = { assets: ["btc"], intervals: ["5min"] } as const;
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

describe("the TypeScript client on a service", () => {
  test("every request of the client is tried here", () => {
    const names = Object.entries(ROUTES).flatMap(([room, routes]) =>
      Object.keys(routes).map((name) => `${room}.${name}`)
    );
    expect(Object.keys(REQUESTS).toSorted()).toEqual([...names, "orders.preview"].toSorted());
  });

  test.each(Object.entries(REQUESTS))("%s is answered", async (_, ask) => {
    expect(Object.keys(await ask() as object).length).toBeGreaterThan(0);
  }, 300_000);

  test("a loop over targets gets every window after the one that it names, in order", async () => {
    const since = Math.floor(nowSec / 300) * 300 - 3_600;
    const seqs: Array<number> = [];
    for await (const event of client.stream.targets({ ...MINE, since })) {
      if (event.type === "target") seqs.push(event.seq);
      if (seqs.length === 12) break;
    }
    expect(seqs).toEqual(Array.from({ length: 12 }, (_, n) => since + (n + 1) * 300));
  }, 300_000);

  test("a loop over games uses the key of the client", async () => {
    for await (const event of client.stream.games({ leagues: ["wsl"] })) {
      expect(event.type).toBe("start");
      break;
    }
  }, 300_000);
});
