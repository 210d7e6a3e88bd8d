import { describe, expect, test } from "bun:test";
import { Option, Result, Schema } from "effect";
import { toVenueEvent } from "../../../../adapters/polymarket/gamma/event.ts";
import { GammaEvent } from "../../../../adapters/polymarket/gamma/payload.ts";
import { sharedPath, testWithShared } from "../../../shared_data.ts";
import { writtenEvent, writtenMarket } from "./gamma_sample.ts";

const decode = Schema.decodeUnknownResult(GammaEvent);

function read(written: unknown) {
  return Result.flatMap(Result.mapError(decode(written), String), toVenueEvent);
}

describe("an event of the metadata service", () => {
  test("keeps its tags as they are written, and its markets in order", () => {
    const markets = [3, 1, 2].map((number) => writtenMarket(number));
    const { event, troubles } = Result.getOrThrow(read(writtenEvent({ markets })));
    expect(event).toMatchObject({
      id: "260654",
      slug: "btc-updown-5m-1773307200",
      title: "Bitcoin Up or Down - March 12, 5:20AM-5:25AM ET",
      isClosed: false,
      tags: [
        { slug: "5M", label: "5M" },
        { slug: "up-or-down", label: "Up or Down" },
        { slug: "bitcoin", label: "Bitcoin" },
        { slug: "crypto", label: "Crypto" },
      ],
      unreadableMarkets: [],
    });
    expect(event.markets.map(({ slug }) => slug)).toEqual(["market-3", "market-1", "market-2"]);
    expect(troubles).toEqual([]);
  });

  test.each([[null], [undefined], [[]]])("may have no tags and no markets: %p", (none) => {
    expect(Result.getOrThrow(read(writtenEvent({ tags: none, markets: none }))).event)
      .toMatchObject({ tags: [], markets: [], unreadableMarkets: [] });
  });

  test("stands when one of its markets cannot be read, and names that one", () => {
    const markets = [
      writtenMarket(1),
      writtenMarket(2, { feeSchedule: { rate: 0.07 } }),
      writtenMarket(3, { slug: null }),
      "garbage",
      writtenMarket(4),
    ];
    const { event, troubles } = Result.getOrThrow(read(writtenEvent({ markets })));
    expect(event.markets.map(({ slug }) => slug)).toEqual(["market-1", "market-4"]);
    expect(event.unreadableMarkets.map(({ named, fee }) => [named, Option.isSome(fee)]))
      .toEqual([[`slug "market-2"`, false], [`id "1557561"`, true], ["no name", false]]);
    expect(event.tags).toHaveLength(4);
    expect(troubles).toHaveLength(3);
  });

  test.each([
    ["a list", []],
    ["null", null],
    ["text", "slug not found"],
    ["a page of events", { events: [], next_cursor: "x" }],
    ["an event without an id", writtenEvent({ id: null })],
    ["an event without a slug", writtenEvent({ slug: "" })],
    ["an event whose tags are text", writtenEvent({ tags: "[]" })],
    ["an event with a nameless tag", writtenEvent({ tags: [{ id: "1", slug: "" }] })],
    ["an event whose markets are no list", writtenEvent({ markets: {} })],
  ])("cannot be read from %s", (_, written) => {
    expect(Result.isFailure(read(written))).toBe(true);
  });

  const RECORDED = [
    "platforms/polymarket_nba_nyk_sas_finals_g5_2026-06-13.json",
    "platforms/polymarket_soccer_events.json",
  ];
  testWithShared(RECORDED, "is read from recorded answers of sports", async () => {
    for (const file of RECORDED) {
      const { event, events = [event] } = await Bun.file(sharedPath(file)).json();
      for (const written of events) {
        // They were cut to a few fields, and slugs of markets are not among these.
        const markets = written.markets.map((market: { id: string }) => ({
          ...market,
          slug: `market-${market.id}`,
          outcomes: '["A", "B"]',
        }));
        const { event } = Result.getOrThrow(read({ ...written, markets }));
        expect(event).toMatchObject({ slug: written.slug, unreadableMarkets: [] });
        expect(event.markets.map(({ id }) => id)).toEqual(
          markets.map(({ id }: { id: string }) => id),
        );
      }
    }
  });
});
