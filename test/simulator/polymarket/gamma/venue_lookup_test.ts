import { afterAll, describe, expect, test } from "bun:test";
import { get, makeStillClock, ms, start } from "../../kit/support.ts";

const clock = makeStillClock(ms("2026-11-20T12:03:20Z"));
const simulator = start("venue-metadata", clock);
afterAll(() => simulator.stop());

const startSec = ms("2026-11-20T12:00:00Z") / 1000;
const slug = `btc-updown-5m-${startSec}`;

describe("an event and its market", () => {
  test("are found by slug and by id, and are the same", async () => {
    const bySlug = await get<{ id: string; markets: ReadonlyArray<{ id: string }> }>(
      `${simulator.url}/events/slug/${slug}`,
    );
    expect(bySlug.status).toBe(200);
    const byId = await get(`${simulator.url}/events/${bySlug.body.id}`);
    expect(byId.body).toEqual(bySlug.body);
    const [listed] = bySlug.body.markets;
    const market = await get<{ events: unknown }>(`${simulator.url}/markets/${listed?.id}`);
    const { events, ...rest } = market.body;
    expect(rest as unknown).toEqual(listed);
    expect(events).toHaveLength(1);
    expect((await get(`${simulator.url}/markets/slug/${slug}`)).body).toEqual(market.body);
  });

  test("that do not exist get the venue's answer", async () => {
    for (const kind of ["events", "markets"]) {
      const unknown = await get(`${simulator.url}/${kind}/slug/btc-updown-5m-1`);
      expect(unknown).toMatchObject({
        status: 404,
        body: { type: "not found error", error: "slug not found" },
      });
      expect(await get(`${simulator.url}/${kind}/999999999999`)).toMatchObject({
        status: 404,
        body: { type: "not found error", error: "id not found" },
      });
      expect(await get(`${simulator.url}/${kind}/${slug}`)).toMatchObject({
        status: 422,
        body: { type: "validation error", error: "slug is invalid" },
      });
    }
  });
});
