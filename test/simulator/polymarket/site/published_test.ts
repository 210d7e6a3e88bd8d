import { afterAll, describe, expect, test } from "bun:test";
import { Option } from "effect";
import { startSimulators } from "../../../../app/simulator/start_simulators.ts";
import { PROFILE_BY_NAME } from "../../../../core/market/mod.ts";
import { control, get, ms, ORACLE_KEY } from "../../kit/support.ts";
import { type AskedWindow, pricePath, startSiteWorld } from "./site_world.ts";

const NOW_MS = ms("2026-11-20T12:03:20Z");
const world = startSiteWorld(NOW_MS);
afterAll(() => world.stop());

const put = (body: string) =>
  fetch(`${world.site.url}/__published`, { method: "PUT", body })
    .then(async (response) => ({ status: response.status, body: await response.json() }));
const bodyOf = ({ startSec, endSec }: AskedWindow, prices: string) =>
  `{"symbol":"BTC","start":${startSec},"end":${endSec},${prices}}`;
const textOf = async (url: string) => await (await fetch(url)).text();
const windowAt = (iso: string): AskedWindow => {
  const startSec = ms(iso) / 1_000;
  return { asset: "btc", interval: "5min", startSec, endSec: startSec + 300 };
};
const eventUrl = ({ startSec }: AskedWindow) =>
  `${world.metadata.url}/events/slug/btc-updown-5m-${startSec}`;

describe("PUT /__published", () => {
  test("sets the exact numbers on the site and in the metadata", async () => {
    const window = windowAt("2026-11-20T10:00:00Z");
    const prices = `"openPrice":89299.056048353803,"closePrice":89300.50`;
    expect(await put(bodyOf(window, prices))).toEqual({ status: 200, body: { published: 1 } });
    expect(await textOf(`${world.site.url}${pricePath(window)}`)).toContain(prices);
    expect(await textOf(eventUrl(window)))
      .toContain(`"eventMetadata":{"priceToBeat":89299.056048353803,"finalPrice":89300.50}`);
  });

  test("applies immediately despite the cache, and in the metadata at its own time", async () => {
    const window = windowAt("2026-11-20T12:00:00Z");
    world.clock.set(window.startSec * 1_000 + 1_000);
    expect((await world.prices(window)).openPrice).toBeNull();
    await put(bodyOf(window, `"openPrice":1.5,"closePrice":2.5`));
    expect(await world.prices(window))
      .toMatchObject({ openPrice: 1.5, closePrice: 2.5, completed: true, cached: false });
    expect(await world.eventMetadata(window)).toBeUndefined();
    world.clock.set((window.endSec + 20) * 1_000);
    expect(await world.eventMetadata(window)).toBeUndefined();
    world.clock.set((window.endSec + 143) * 1_000);
    expect(await world.eventMetadata(window)).toEqual({ priceToBeat: 1.5, finalPrice: 2.5 });
    world.clock.set(NOW_MS);
  });

  test("omits nulls, and leaves spot and other windows unchanged", async () => {
    const window = windowAt("2026-11-20T09:00:00Z");
    const next = windowAt("2026-11-20T09:05:00Z");
    const spot = { twapEnabled: undefined };
    const before = [await world.prices(window, spot), await world.prices(next)];
    const other = { ...window, asset: "eth" } as const;
    const ofOther = await world.prices(other);
    await put(bodyOf(window, `"openPrice":null,"closePrice":7`));
    expect(await world.prices(window))
      .toMatchObject({ openPrice: null, closePrice: 7, incomplete: true });
    expect(await world.eventMetadata(window)).toEqual({ finalPrice: 7 });
    world.clock.set(NOW_MS + 11_000);
    const priced = (
      { openPrice, closePrice }: Awaited<ReturnType<typeof world.prices>>,
    ) => [openPrice, closePrice];
    expect([await world.prices(window, spot), await world.prices(next)].map(priced))
      .toEqual(before.map(priced));
    expect(priced(await world.prices(other))).toEqual(priced(ofOther));
    await put(bodyOf(window, `"openPrice":null,"closePrice":null`));
    expect(await world.prices(window)).toMatchObject({ openPrice: null, closePrice: null });
    const { body } = await get(eventUrl(window));
    expect(body).toMatchObject({ closed: true });
    expect(Object.keys(body)).not.toContain("eventMetadata");
    world.clock.set(NOW_MS);
  });

  test("is replaced by a staged event", async () => {
    const window = windowAt("2026-11-20T08:00:00Z");
    const slug = `btc-updown-5m-${window.startSec}`;
    const eventMetadata = { priceToBeat: 4, finalPrice: 5 };
    await control(`${world.metadata.url}/__event`, "PUT", { id: "900001", slug, eventMetadata });
    await put(bodyOf(window, `"openPrice":1,"closePrice":2`));
    expect(await world.eventMetadata(window)).toEqual(eventMetadata);
    expect(await world.prices(window)).toMatchObject({ openPrice: 1, closePrice: 2 });
  });

  const digits = "must be null or a number of at most 17 digits above 0";
  test.each([
    [`{"symbol":"btc","start":1,"end":2}`, '"symbol" must be one of BTC'],
    [`{"symbol":"BTC","end":2}`, '"start" must be a whole number'],
    [`{"symbol":"BTC","start":2,"end":2}`, '"end" must be after "start"'],
    [`{"symbol":"BTC","start":1.5,"end":2}`, '"start" must be a whole number'],
    [`{"symbol":"BTC","start":1,"end":2,"closePrice":1}`, `"openPrice" ${digits}`],
    [
      `{"symbol":"BTC","start":1,"end":2,"openPrice":"1","closePrice":1}`,
      `"openPrice" ${digits}`,
    ],
    [`{"symbol":"BTC","start":1,"end":2,"openPrice":1,"closePrice":0}`, `"closePrice" ${digits}`],
    [
      `{"symbol":"BTC","start":1,"end":2,"openPrice":1,"closePrice":1.23456789012345678}`,
      `"closePrice" ${digits}`,
    ],
    [
      `{"symbol":"BTC","start":1,"end":2,"openPrice":1,"closePrice":1e3}`,
      `"closePrice" ${digits}`,
    ],
    [`{"symbol":"BTC","price":1}`, 'Unknown key "price"'],
    ["[]", "Send a JSON object"],
  ])("%s is refused", async (body, error) => {
    expect(await put(body)).toEqual({
      status: 400,
      body: { error: expect.stringContaining(error) },
    });
  });
});

test("an override of the site is in the metadata of its process", async () => {
  const simulators = startSimulators({
    seed: 1,
    clock: world.clock,
    oracleKey: ORACLE_KEY,
    profile: PROFILE_BY_NAME.polymarket,
    urls: new Map(),
    portBase: Option.none(),
  });
  const { startSec, endSec } = windowAt("2026-11-20T11:00:00Z");
  const body = { symbol: "BTC", start: startSec, end: endSec, openPrice: 8.25, closePrice: 9.5 };
  expect((await control(`${simulators.urlOf("site")}/__published`, "PUT", body)).status).toBe(200);
  const event = `${simulators.urlOf("venue-metadata")}/events/slug/btc-updown-5m-${startSec}`;
  expect((await get(event)).body)
    .toMatchObject({ eventMetadata: { priceToBeat: 8.25, finalPrice: 9.5 } });
  await simulators.stop();
});
