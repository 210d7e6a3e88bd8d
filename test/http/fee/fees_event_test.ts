import { afterAll, describe, expect, test } from "bun:test";
import { Option } from "effect";
import type { VenueEvent } from "../../../core/venue/mod.ts";
import { stagedEvent, type StagedFee, stagedMarket } from "../../stage/staged_event.ts";
import { ASKED_ISO, makeFeeServer, NOW_ISO } from "./fee_server.ts";

const server = makeFeeServer([
  stagedEvent({ id: "260654", slug: "btc-updown-5m-1", tags: ["up-or-down", "5M", "crypto"] }),
  stagedEvent({ id: "3", slug: "an-election", tags: ["politics"], markets: [stagedMarket({})] }),
  stagedEvent({ id: "4", slug: "größe 100%", tags: [] }),
]);
afterAll(() => server.stop());

describe.each(["slug", "id"] as const)("GET /fees/event/%s", (by) => {
  const path = (slug: string, id: string) =>
    `/fees/event/${by}/${encodeURIComponent(by === "slug" ? slug : id)}`;

  test("gives the fee of the first rule", async () => {
    const { status, body } = await server.get(path("btc-updown-5m-1", "260654"));
    expect(status).toBe(200);
    expect(body).toEqual({
      now: NOW_ISO,
      event: { id: "260654", slug: "btc-updown-5m-1", title: "Event 260654" },
      hasTakerFees: true,
      type: "crypto",
      feeRate: 0.25,
      exponent: 2,
      makerRebate: "20%",
      matchedByTag: "5m",
      published: null,
    });
  });

  test("returns the event if no rule matches, with what its markets publish", async () => {
    const { status, body } = await server.get(path("an-election", "3"));
    expect([status, body]).toEqual([200, {
      now: NOW_ISO,
      event: { id: "3", slug: "an-election", title: "Event 3" },
      hasTakerFees: false,
      type: null,
      feeRate: 0,
      exponent: 0,
      makerRebate: "0%",
      published: {
        rate: 0.07,
        exponent: 1,
        takerOnly: true,
        source: "venue_metadata",
        at: ASKED_ISO,
      },
    }]);
  });

  test("takes the name with space around it and in any case and Unicode form", async () => {
    for (
      const spelled of [
        path("BTC-Updown-5M-1", "２６０６５４"),
        path(" btc-updown-5m-1 ", "260654 "),
        path("ｂtc-updown-5m-1", " 260654"),
        path("btc-updown-5m-1", "260654.0"),
      ]
    ) expect((await server.get(spelled)).body).toMatchObject({ event: { id: "260654" } });
    const decomposed = path("GRÖßE 100%".normalize("NFD"), "4");
    expect((await server.get(decomposed)).body).toMatchObject({ event: { id: "4" } });
  });

  test("reports whether the venue was asked", async () => {
    const server = makeFeeServer([stagedEvent({ id: "5", slug: "five" })]);
    const first = await server.get(path("five", "5"));
    const second = await server.get(path("five", "5"));
    expect([first, second].map(({ headers }) => headers.get("x-cache"))).toEqual(["MISS", "HIT"]);
    expect(second.body).toEqual(first.body);
    const named = by === "slug" ? 'slug "five"' : 'id "5"';
    expect(server.asked).toEqual([[named, "current"], [named, "current"]]);
    await server.stop();
  });

  test.each([
    [
      "nothing",
      'find the event with BY "nothing": the venue lists none',
      "Check the slug or id on",
    ],
    ["down", 'get the event with BY "down" from the venue: it did not answer in time', "Try again"],
  ])("is 502 for the event %s, and keeps the cause to itself", async (name, error, hint) => {
    const { status, text, body, headers } = await server.get(path(name, name));
    expect([status, headers.get("x-cache")]).toEqual([502, "MISS"]);
    expect(body)
      .toEqual({ error: `Cannot ${error.replace("BY", by)}`, hint: expect.stringContaining(hint) });
    expect(text).not.toContain("secret");
  });

  test.each([
    ["", "as the last part of the path"],
    ["x".repeat(201), "200 characters"],
    ["%00", "control characters"],
    ["a%0Ab", "control characters"],
    ["a%2Fb", "slashes"],
    ["a%5Cb", "slashes"],
    ["%FF", "Percent-encode"],
    ["%", "Percent-encode"],
  ])("%j is 400 in the plain family", async (name, hint) => {
    const askedBefore = server.asked.length;
    const { status, body } = await server.get(`/fees/event/${by}/${name}`);
    expect(status).toBe(400);
    expect(Object.keys(body)).toEqual(["error", "hint"]);
    expect(body["error"]).toStartWith(`Cannot use ${by === "slug" ? "eventSlug" : "eventId"} "`);
    expect(body["hint"]).toContain(hint);
    expect(server.asked.length).toBe(askedBefore);
  });

  test("takes 200 characters, which the venue judges, and no query", async () => {
    expect((await server.get(`/fees/event/${by}/${"x".repeat(200)}`)).status).toBe(502);
    const { status, body } = await server.get(`${path("an-election", "3")}?slug=x`);
    expect([status, body["error"]]).toEqual([400, 'Cannot use parameter "slug"']);
    const nameless = await server.get(`/fees/event/${by}`);
    expect([nameless.status, Object.keys(nameless.body)]).toEqual([400, ["error", "hint"]]);
    expect(nameless.body["hint"]).toContain("as the last part of the path");
  });
});

test("The fee of an event is had by the address of its page as well", async () => {
  for (const page of ["polymarket.com/de/event/btc-updown-5m-1?tid=1", "event/btc-updown-5m-1/a"]) {
    const address = page.startsWith("event") ? `https://polymarket.com/${page}` : page;
    const { body } = await server.get(`/fees/event/slug/${encodeURIComponent(address)}`);
    expect(body).toMatchObject({ event: { id: "260654" }, matchedByTag: "5m" });
  }
  const elsewhere = encodeURIComponent("https://kalshi.com/event/btc-updown-5m-1");
  const { status, body } = await server.get(`/fees/event/slug/${elsewhere}`);
  expect([status, body["hint"]]).toEqual([400, "Send an address of polymarket.com"]);
});

describe("the published fee of an event", () => {
  const fee = (
    markets: ReadonlyArray<StagedFee>,
    unreadable: ReadonlyArray<StagedFee | null> = [],
  ) =>
    stagedEvent({
      id: "1",
      slug: "one",
      tags: ["5M", "crypto"],
      markets: markets.map(stagedMarket),
      unreadableMarkets: unreadable.map((fee) => ({
        named: 'id "90"',
        fee: Option.map(Option.fromNullOr(fee), stagedMarket),
      })),
    });
  const askFor = async (event: VenueEvent) => {
    const server = makeFeeServer([event]);
    const { text } = await server.get("/fees/event/slug/one");
    await server.stop();
    return text.slice(text.indexOf('"published":') + 12, -1);
  };
  const told = (rate: string, exponent = "1") =>
    `{"rate":${rate},"exponent":${exponent},"takerOnly":true,"source":"venue_metadata",` +
    `"at":"${ASKED_ISO}"}`;

  test.each([
    [
      "is that of its market, to the digit",
      [{ rate: "0.0720000000000000001" }],
      [],
      told("0.0720000000000000001"),
    ],
    ["is that on which its markets agree", [{}, {}], [{}], told("0.07")],
    ["has any exponent", [{ exponent: "2.5" }], [], told("0.07", "2.5")],
    ["is 0 where the venue has turned fees off", [{ areFeesEnabled: false }], [], told("0", "0")],
    ["is null without a market", [], [], "null"],
    ["is null where two markets differ", [{}, { rate: "0.05" }], [], "null"],
    ["is null where a market that cannot be read differs", [{}], [{ rate: "0.05" }], "null"],
    ["is null where a market's fee cannot be read", [{}], [null], "null"],
  ])("%s", async (_, markets, unreadable, text) => {
    expect(await askFor(fee(markets, unreadable))).toBe(text);
  });

  test("is null where the venue publishes no schedule, whatever the tags say", async () => {
    const market = { ...stagedMarket({}), feeSchedule: Option.none() };
    expect(await askFor({ ...fee([]), markets: [market] })).toBe("null");
  });
});
