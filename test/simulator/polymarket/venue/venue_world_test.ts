import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type Listing } from "../../../../app/simulator/polymarket/venue/listing.ts";
import { eventSlug } from "../../../../app/simulator/polymarket/venue/listing_slug.ts";
import { walkListings } from "../../../../app/simulator/polymarket/venue/listing_walk.ts";
import { windowOf } from "../../../../app/simulator/polymarket/venue/outcome_price.ts";
import {
  makeVenueWorld,
  marketCount,
  marketNumber,
  marketSlug,
  type VenueWorld,
} from "../../../../app/simulator/polymarket/venue/venue_world.ts";
import { marketObject } from "../../../../app/simulator/polymarket/gamma/market_object.ts";
import { tagsOfTrack } from "../../../../app/simulator/polymarket/gamma/listing_text.ts";
import { makeWorld, WORLD_START_SEC } from "../../../../app/simulator/world/world.ts";
import {
  PROFILE_BY_NAME,
  VENUE_PROFILES,
  type VenueProfileName,
  windowContaining,
} from "../../../../core/market/mod.ts";
import { UnixSec } from "../../../../core/time/mod.ts";
import { asset, interval, profile } from "../../../arbitrary.ts";

const venueOf = (seed: number) => ({
  spec: makeVenueWorld(makeWorld(seed), PROFILE_BY_NAME.spec),
  polymarket: makeVenueWorld(makeWorld(seed), PROFILE_BY_NAME.polymarket),
});
const VENUES = venueOf(1);
const AGAIN = venueOf(1);
const OTHER_SEED = venueOf(2);

const sec = (iso: string) => Date.parse(iso) / 1000;
/** From the world's first instant on. */
const instant = fc.integer({ min: sec("2024-01-01T00:00:00Z"), max: sec("2031-01-01T00:00:00Z") })
  .map(UnixSec);

/** Some listing that is open at an instant, as few words as a counterexample needs. */
const open = fc.record({
  name: fc.constantFrom(...VENUE_PROFILES),
  nowSec: instant,
  pick: fc.nat({ max: 5_000 }),
});

function listingOf({ name, nowSec, pick }: {
  readonly name: VenueProfileName;
  readonly nowSec: number;
  readonly pick: number;
}) {
  const venue = VENUES[name];
  const listings = openAt(venue, nowSec);
  const listing = listings[pick % listings.length];
  if (listing === undefined) throw new Error("Cannot find anything open");
  return { profile: venue.profile, venue, listing };
}

function openAt(venue: VenueWorld, nowSec: number, topicsOnly = false): ReadonlyArray<Listing> {
  const tracks = [...venue.tracks.values()]
    .filter(({ subject }) => !topicsOnly || subject.kind === "topic");
  return [...walkListings({
    tracks,
    bounds: [{ time: "closedSec", fromSec: nowSec + 1 }],
    nowSec,
  }, { keyOf: ({ startSec }) => startSec, isDescending: false })];
}

describe("the venue's world", () => {
  test("has an event under the slug of every window, from a day or two before it begins", () => {
    fc.assert(fc.property(profile, asset, interval, instant, (profile, asset, interval, nowSec) => {
      const window = windowContaining(profile.calendar, interval, nowSec);
      // A window that began before the world has no price to begin at.
      fc.pre(window.startSec >= WORLD_START_SEC);
      const slug = profile.slugOf(asset, window);
      const venue = VENUES[profile.name];
      const earlySec = window.startSec - (interval === "1hour" ? 47 : 23) * 3_600;
      for (const askedSec of [earlySec, window.startSec, window.endSec + 60]) {
        const listing = venue.eventBySlug(slug, askedSec);
        if (listing === undefined) throw new Error(`Cannot find ${slug}`);
        expect(eventSlug(profile, listing)).toBe(slug);
        expect(windowOf(listing)?.asset).toBe(asset);
        // Two hours of a November night share a slug: then it is the first of them.
        const isShared = listing.startSec === window.startSec - 3_600;
        if (!isShared) expect(listing.startSec).toBe(window.startSec);
        expect(listing.closedSec).toBeGreaterThan(listing.endSec);
      }
    }));
  });

  test("names the first of two hours that share a slug", () => {
    const venue = VENUES.polymarket;
    const slug = "bitcoin-up-or-down-november-1-2026-1am-et";
    const listing = venue.eventBySlug(slug, sec("2026-11-01T06:30:00Z"));
    expect(listing?.startSec).toBe(sec("2026-11-01T05:00:00Z"));
  });

  test("names the latest of the events whose slug has no year", () => {
    const slug = "bitcoin-up-or-down-january-5-3am-et";
    const startOf = (iso: string) => VENUES.polymarket.eventBySlug(slug, sec(iso))?.startSec;
    expect(startOf("2025-12-01T00:00:00Z")).toBe(sec("2025-01-05T08:00:00Z"));
    expect(startOf("2026-11-20T00:00:00Z")).toBe(sec("2026-01-05T08:00:00Z"));
  });

  test("lists nothing before its row appears", () => {
    fc.assert(fc.property(open, (at) => {
      const { venue, listing } = listingOf(at);
      const beforeSec = listing.createdSec - 1;
      expect(venue.eventById(String(listing.eventNumber), beforeSec)).toBeUndefined();
      expect(venue.eventBySlug(eventSlug(venue.profile, listing), listing.createdSec))
        .toEqual(listing);
    }));
  });

  test("reads every id, token and slug back, and other seeds know no token of it", () => {
    fc.assert(fc.property(open, fc.nat(), (at, pick) => {
      const { venue, listing, profile } = listingOf(at);
      const laterSec = listing.closedSec + 400 * 86_400;
      const askedSec = Math.max(at.nowSec, listing.deployedSec);
      const market = { listing, marketIndex: pick % marketCount(listing) };
      const number = marketNumber(market);
      const { conditionId: condition, tokenIds } = venue.ids(market);
      expect(venue.eventById(String(listing.eventNumber), laterSec)).toEqual(listing);
      expect(venue.marketById(String(number), askedSec)).toEqual(market);
      expect(venue.marketBySlug(marketSlug(profile, market), askedSec)).toEqual(market);
      expect(venue.marketByConditionId(condition, askedSec)).toEqual(market);
      for (const [outcomeIndex, token] of tokenIds.entries()) {
        const outcome = { ...market, outcomeIndex };
        expect(venue.outcomeByTokenId(token, askedSec)).toEqual(outcome);
        expect(venue.outcomeByTokenId(token, listing.deployedSec - 1)).toBeUndefined();
        expect(AGAIN[profile.name].outcomeByTokenId(token, askedSec)?.listing.eventNumber)
          .toBe(listing.eventNumber);
        expect(OTHER_SEED[profile.name].outcomeByTokenId(token, askedSec)).toBeUndefined();
      }
      expect(new Set(tokenIds).size).toBe(2);
      expect(OTHER_SEED[profile.name].marketByConditionId(condition, askedSec)).toBeUndefined();
      // One digit off is another token, which there is not.
      const wrong = `${condition.slice(0, -1)}${condition.endsWith("0") ? "1" : "0"}`;
      expect(venue.marketByConditionId(wrong, askedSec)).toBeUndefined();
    }));
  });

  test("agrees with the instance of another process", () => {
    fc.assert(fc.property(open, (at) => {
      const { nowSec } = at;
      const { venue, profile, listing } = listingOf(at);
      const other = AGAIN[profile.name];
      const again = other.eventById(String(listing.eventNumber), nowSec);
      if (again === undefined) throw new Error("Cannot find it again");
      const market = { listing, marketIndex: 0 };
      expect(marketObject(other, { market: { listing: again, marketIndex: 0 }, nowSec }))
        .toEqual(marketObject(venue, { market, nowSec }));
    }));
  });

  test("finds nothing under invented ids of any format", () => {
    const text = fc.oneof(
      fc.string(),
      fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }).map(String),
      fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }).map((n) =>
        `0x${n.toString(16).padStart(64, "0")}`
      ),
      fc.tuple(
        fc.constantFrom("btc-updown-5m-", "btc-15m-2026-02-30-", "alder-bridge-opens-"),
        fc.nat(),
      ).map(([stem, n]) => `${stem}${n}`),
    );
    fc.assert(fc.property(profile, text, instant, (profile, text, nowSec) => {
      const venue = VENUES[profile.name];
      expect(venue.outcomeByTokenId(text, nowSec)).toBeUndefined();
      expect(venue.marketByConditionId(text, nowSec)).toBeUndefined();
      const found = venue.eventBySlug(text, nowSec);
      if (found !== undefined) expect(eventSlug(profile, found)).toBe(text);
    }));
  });
});

describe("at any instant there are", () => {
  const markets = (venue: VenueWorld, nowSec: number) =>
    openAt(venue, nowSec, true).flatMap((listing) =>
      Array.from({ length: marketCount(listing) }, (_, marketIndex) => ({
        tags: tagsOfTrack(listing.track).map(({ slug }) => slug),
        wire: marketObject(venue, { market: { listing, marketIndex }, nowSec }),
      }))
    ).filter(({ wire }) => wire["acceptingOrders"] === true && wire["closed"] === false);

  test("six plain markets, a neg-risk event, a fine tick, a delay, and every tag", () => {
    fc.assert(fc.property(profile, instant, (profile, nowSec) => {
      const all = markets(VENUES[profile.name], nowSec);
      const plain = all.filter(({ wire }) =>
        wire["negRisk"] === false && wire["secondsDelay"] === undefined &&
        wire["orderPriceMinTickSize"] === 0.01
      );
      expect(plain.length).toBeGreaterThanOrEqual(6);
      const negRisk = all.filter(({ wire }) => wire["negRisk"] === true);
      const groups = Map.groupBy(negRisk, ({ wire }) => wire["negRiskMarketID"]);
      expect([...groups.values()].some((group) => group.length >= 3)).toBe(true);
      expect(
        all.some(({ wire }) =>
          wire["orderPriceMinTickSize"] === 0.001 && wire["negRisk"] === false
        ),
      ).toBe(true);
      expect(all.some(({ wire }) => Number(wire["secondsDelay"]) > 0)).toBe(true);
      const tags = all.flatMap(({ tags }) => tags.join(" "));
      for (const tag of ["sea", "ncaab", "politics", "weather", "geopolitics"]) {
        expect(tags.some((line) => line.split(" ").includes(tag))).toBe(true);
      }
      expect(tags.some((line) => line.includes("weekly") && line.includes("crypto"))).toBe(true);
    }));
  });
});
