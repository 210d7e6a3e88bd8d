import { describe, expect, test } from "bun:test";
import { Option, Result } from "effect";
import fc from "fast-check";
import { RequestRejected } from "../../../core/request.ts";
import {
  type MarketReference,
  PAGE_SHAPES,
  parseEventReference,
  parseMarketReference,
} from "../../../core/venue/mod.ts";

const OWN = "http://127.0.0.1:4003/pages/event";
const context = { parameter: "slug", eventBaseUrl: OWN };
const market = (text: string) => Result.getOrThrow(parseMarketReference(text, context));
const event = (text: string) => Result.getOrThrow(parseEventReference(text, context));
const refusalOf = (text: string) =>
  Result.getOrThrow(Result.flip(parseMarketReference(text, context)));

const SITE = "https://polymarket.com";
const slug = fc.stringMatching(/^[a-z0-9]{1,6}(-[a-z0-9]{1,6}){0,4}$/);
/** Ways to write one address. */
const spelling = fc.constantFrom<(address: string) => string>(
  (address) => address,
  (address) => ` ${address}\n`,
  (address) => `${address}/`,
  (address) => `${address}//`,
  (address) => `${address}?tid=1787414400&via=a/b`,
  (address) => `${address}/?a=1#b/c`,
  (address) => `${address}#comments`,
  (address) => address.replace("https://", ""),
  (address) => address.replace("https:", ""),
  (address) => address.replace("https:", "http:"),
  (address) => address.replace("https:", "HTTPS:"),
  (address) => address.replace("polymarket.com", "Polymarket.COM"),
  (address) => address.replace("polymarket.com", "polymarket.com:443"),
  (address) => address.replace("polymarket.com", "www.polymarket.com"),
  (address) => address.replace("polymarket.com/", "polymarket.com/de/"),
  (address) => address.replace("polymarket.com/", "polymarket.com/zh-hant/"),
  (address) => address.replace(SITE, "http://127.0.0.1:4003"),
);

describe("the page of an event", () => {
  const page = fc.constantFrom<(slug: string) => string>(
    (slug) => `${SITE}/event/${slug}`,
    (slug) => `${SITE}/Event/${encodeURIComponent(slug)}`,
  );

  test("names the event, however its address is written", () =>
    fc.assert(fc.property(slug, page, spelling, (slug, page, spell) => {
      expect(market(spell(page(slug)))).toEqual({ by: "event", eventSlug: slug });
      expect(event(spell(page(slug)))).toBe(slug);
    })));

  test("may be under the operator's own address", () =>
    fc.assert(fc.property(slug, slug, (event, inside) => {
      expect(market(`${OWN}/${event}`)).toEqual({ by: "event", eventSlug: event });
      expect(market(`${OWN}/${event}/${inside}?x`))
        .toEqual({ by: "slug", slug: inside, eventSlug: Option.some(event) });
    })));
});

describe("a page of the shape", () => {
  const GAME = "lol-aaa-bbb-2026-11-28";
  const ofEvent = { by: "event", eventSlug: GAME } as const;
  /** An address of each shape, and what it names. */
  const EXAMPLES: Readonly<
    Record<(typeof PAGE_SHAPES)[number], readonly [path: string, named: MarketReference]>
  > = {
    "/event/{event}": [`/event/${GAME}`, ofEvent],
    "/event/{event}/{market}": [
      `/event/${GAME}/game-1`,
      { by: "slug", slug: "game-1", eventSlug: Option.some(GAME) },
    ],
    "/market/{market}": [`/market/${GAME}`, { by: "slug", slug: GAME, eventSlug: Option.none() }],
    "/sports/{league}/{game}": [`/sports/crint/${GAME}`, ofEvent],
    "/sports/{sport}/{league}/{game}": [`/sports/tennis/wta/${GAME}`, ofEvent],
    "/sports/{league}/games/week/{week}/{game}": [`/sports/nfl/games/week/12/${GAME}`, ofEvent],
    "/esports/{esport}/{game}": [`/esports/honor-of-kings/${GAME}`, ofEvent],
    "/esports/{esport}/{league}/{game}": [`/esports/league-of-legends/lck-cl/${GAME}`, ofEvent],
    "/esports/{esport}/games/week/{week}/{game}": [`/esports/cs2/games/week/3/${GAME}`, ofEvent],
  };

  test.each(PAGE_SHAPES)("%s names what its slugs name, in every language", (shape) => {
    const [path, named] = EXAMPLES[shape];
    for (const language of ["", "/de", "/pt-br", "/zh-hant-tw", "/zh-CN", "/es-419", "/en_US"]) {
      for (const end of ["", "/", "?tid=1787414400", "/#comments"]) {
        expect(market(`${SITE}${language}${path}${end}`)).toEqual(named);
        expect(market(`www.polymarket.com${language}${path.toUpperCase()}${end}`)).toEqual(named);
      }
    }
  });
});

describe("the page of a market", () => {
  test("names the market, and the event that its address has", () =>
    fc.assert(fc.property(slug, slug, spelling, (of, slug, spell) => {
      const address = spell(`${SITE}/event/${of}/${slug}`);
      expect(market(address)).toEqual({ by: "slug", slug, eventSlug: Option.some(of) });
      expect(event(address)).toBe(of);
    })));

  test("names what its slug alone names, where the address has no event", () =>
    fc.assert(fc.property(slug, spelling, (slug, spell) => {
      expect(market(spell(`${SITE}/market/${slug}`))).toEqual(market(slug));
      expect(market(` ${slug} `)).toEqual(market(slug));
    })));

  test("is no page of an event", () => {
    const refusal = Result.getOrThrow(
      Result.flip(parseEventReference(`${SITE}/market/a`, context)),
    );
    expect(refusal.hint).toContain("page of an event");
    expect(event("a-slug")).toBe("a-slug");
  });
});

test("A slug is named in any case and Unicode form, with space around it", () => {
  for (
    const spell of [
      (slug: string) => slug.toUpperCase(),
      (slug: string) => ` ${slug}\t`,
      (slug: string) => slug.normalize("NFD"),
      (slug: string) => `${SITE}/market/${encodeURIComponent(slug.toUpperCase().normalize("NFD"))}`,
    ]
  ) {
    const named = { by: "slug", slug: "s\u00e3o-paulo-5m", eventSlug: Option.none() } as const;
    expect(market(spell(named.slug))).toEqual(named);
  }
  expect(event("BTC-Updown-5m-1787414400 ")).toBe("btc-updown-5m-1787414400");
});

describe("what is no page of the venue", () => {
  test.each<[string, ReadonlyArray<string>]>([
    ["another site", ["https://polymarket.example/event/a", "kalshi.com/event/a"]],
    ["another site, without its protocol", ["//kalshi.com/event/a"]],
    ["a site that begins alike", ["https://polymarket.com.example/event/a"]],
    ["a site around one", ["https://example.com/https://polymarket.com/event/a"]],
    ["another port", [
      "https://polymarket.com:8443/event/a",
      "http://127.0.0.1:4004/pages/event/a",
    ]],
    ["another name of the host", ["localhost:4003/pages/event/a"]],
  ])("is refused with the sites that are: %s", (_, texts) => {
    const hint = "Send an address of polymarket.com or 127.0.0.1:4003";
    for (const text of texts) expect(refusalOf(text)).toMatchObject({ received: text, hint });
  });

  test.each([
    "https://someone@polymarket.com/event/a",
    "https://polymarket.com@example.com/event/a",
    "javascript://polymarket.com/event/a",
    "ftp://polymarket.com/event/a",
    "https://",
  ])("is refused with an address that is one: %s", (text) => {
    expect(refusalOf(text).hint).toStartWith("Send a slug, or an address such as https://");
  });

  const league = "league-of-legends";
  test.each<[string, ReadonlyArray<string>]>([
    ["no page", ["/", "/event", "/event/", "/event//a", "/event/%ff", "/event/a/%", "/event/../a"]],
    ["too deep a page", ["/event/a/b/c", "/market/a/b"]],
    ["no game", ["/sports/nba/games", `/esports/${league}/lck`]],
    ["no week", ["/sports/nba/games/week/x/nba-bos-nyk-2026-11-22"]],
    ["no league", ["/sports/nba-bos-nyk-2026-11-22"]],
    ["a game too deep", ["/esports/cs2/blast-2026/rivals/open/cs2-a-b-2026-11-28"]],
    ["more than a game", ["/esports/cs2/cs2-a-b-2026-11-28/cs2-a-b-2026-11-28-game-1/x"]],
    ["another page", ["/profile/a", "/deu/event/a", "/markets/crypto"]],
  ])("is refused with a page that is one: %s", (_, paths) => {
    for (const address of [...paths.map((path) => SITE + path), `${OWN}s/a`]) {
      expect([address, refusalOf(address).hint])
        .toEqual([address, expect.stringMatching(/^Send the page of an event or a market/)]);
    }
  });

  const noAddresses = ["btc/up", "btc-updown-5m-1787414400/", "/event/a", "event/a", "btc／up"];
  test.each([...noAddresses, "a/b/c", "../a", "eth-above-2.5k/yes", "up-1.5/a.b"])(
    "is refused with what a slug is, where no address was meant: %s",
    (text) => {
      for (const read of [parseMarketReference, parseEventReference]) {
        const refusal = Result.flip(read(text, context) as Result.Result<unknown, RequestRejected>);
        expect(Result.getOrThrow(refusal).hint).toStartWith("Send the slug alone, without slashes");
      }
    },
  );

  test("is refused without a throw, whatever it is", () => {
    const piece = fc.constantFrom("http", ":", "/", "//", "polymarket.com", "event", "%", "a", "#");
    const text = fc.oneof(fc.string(), fc.array(piece).map((pieces) => pieces.join("")));
    fc.assert(fc.property(text, (text) => {
      for (const read of [parseMarketReference, parseEventReference]) {
        const result = read(text, context) as Result.Result<unknown, unknown>;
        if (Result.isFailure(result)) expect(result.failure).toBeInstanceOf(RequestRejected);
      }
    }));
  });
});
