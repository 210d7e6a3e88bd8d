import { afterAll, expect, test } from "bun:test";
import { sharedPath, testWithShared } from "../../../shared_data.ts";
import { control, get } from "../../kit/support.ts";
import { marketsOf, startGameVenue, type Wire } from "./venue_games_world.ts";

const { simulator, ask, walk, url } = startGameVenue();
afterAll(() => simulator.stop());

const WINDOW = "btc-updown-5m-1795176000";
const types = async () => {
  const found = (await Bun.file(sharedPath("polymarket/gamma_fields.json")).json()).types;
  // Newer than the table: markets of the second protocol have it.
  found.Market.resolutionStatus = "string";
  return found;
};

/** The venue's objects by name, and the type of each of their fields. */
type VenueTypes = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Returns the fields of an object that the venue lacks, or has with another type. */
function wrongFields(
  types: VenueTypes,
  name: string,
  object: unknown,
): ReadonlyArray<string> {
  return Object.entries(object as Readonly<Record<string, unknown>>).flatMap(([field, value]) => {
    const type = types[name]?.[field];
    if (type === undefined || !isOf(types, type, value)) return [`${name}.${field}`];
    if (type.startsWith("[]") && type.slice(2) in types) {
      return (value as ReadonlyArray<unknown>)
        .flatMap((each) => wrongFields(types, type.slice(2), each));
    }
    return type in types && value !== null ? wrongFields(types, type, value) : [];
  });
}

function isOf(types: VenueTypes, type: string, value: unknown): boolean {
  if (value === null) return true;
  if (type.startsWith("[]")) return Array.isArray(value);
  if (type === "bool") return typeof value === "boolean";
  if (/^(int64|float64|json\.Number)$/.test(type)) return typeof value === "number";
  return type in types ? typeof value === "object" : typeof value === "string";
}

testWithShared(
  ["polymarket/gamma_fields.json"],
  "the fields of events, markets and sports are the venue's, and of its types",
  async () => {
    const [wanted, wrong] = [await types(), new Set<string>()];
    const check = (name: string, object: unknown) => {
      for (const field of wrongFields(wanted, name, object)) wrong.add(field);
    };
    const events = await walk("closed=false&end_date_max=2026-11-21T12:00:00Z");
    expect(events.length).toBeGreaterThan(300);
    for (const event of events) check("Event", event);
    check("Market", (await ask(`/markets/slug/${WINDOW}?include_tag=true`)).body);
    for (const sport of (await ask<ReadonlyArray<Wire>>("/sports")).body) {
      check("SportsMetadata", sport);
    }
    expect([...wrong]).toEqual([]);
    const nulls = events.flatMap(marketsOf).flatMap((market) =>
      Object.keys(market).filter((name) => market[name] === null)
    );
    expect(["clobTokenIds", "feeType"]).toEqual(expect.arrayContaining([...new Set(nulls)]));
  },
);

testWithShared(
  [
    "platforms/polymarket_nba_nyk_sas_finals_g5_2026-06-13.json",
    "platforms/polymarket_soccer_events.json",
  ],
  "recorded games are staged as they are, and say the protocol of their markets",
  async () => {
    const read = (name: string) => Bun.file(sharedPath(`platforms/${name}.json`)).json();
    const { event } = await read("polymarket_nba_nyk_sas_finals_g5_2026-06-13");
    const { events } = await read("polymarket_soccer_events");
    for (const game of [event, ...events]) {
      expect((await control(`${url}/__event`, "PUT", game)).status).toBe(200);
      const markets = game.markets?.map((market: object) => ({ version: "v1", ...market }));
      expect((await get(`${url}/events/slug/${game.slug}`)).body)
        .toEqual(markets === undefined ? game : { ...game, markets });
    }
  },
);

test.each(["order=volume", "tag_slug=5M", "limit=0", "after_cursor=x", "offset=0", "closed=no"])(
  "a list of events by %s is refused, which it would not answer rightly",
  async (query) => {
    expect(await ask(`/events/keyset?${query}`))
      .toMatchObject({ status: 422, body: { type: "validation error" } });
  },
);
