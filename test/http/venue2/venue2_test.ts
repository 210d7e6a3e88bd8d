import { describe, expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import { OutcomeTargetWire } from "../../../adapters/http/venue2/wire_outcome_target.ts";
import { ProviderFailed } from "../../../core/port/provider_failure.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { TRADE_ORIGIN } from "../../../core/venue2/mod.ts";
import { staged } from "../../core/venue2/arbitrary.ts";
import { venue2Server } from "./venue2_server.ts";
import "../edge/wire_formats.ts";

const BTC = staged();
const NEXT = staged({
  outcomeId: 105,
  startSec: BTC.expirySec,
  expirySec: UnixSec(BTC.expirySec + 86_400),
  targetText: "76877",
});
const HYPE = staged({ outcomeId: 90, underlying: "HYPE", targetText: "93.017", yesIndex: 1 });
const HALF_E18 = 5n * 10n ** 17n;

/** The position of the instant in each item. */
const places = ({ results }: { readonly results: ReadonlyArray<Record<string, unknown>> }) =>
  results.map(({ outcomeId, matchType, distanceSeconds, source }) =>
    [outcomeId, matchType, distanceSeconds, source].join(" ")
  );

describe("GET /api/v1/venue2/targets/timestamp", () => {
  test("gives a market whole", async () => {
    const { venue, ask } = venue2Server();
    venue.listed = [BTC];
    venue.mids = new Map([[950, 450_000_000_000_000_000n], [951, 549_000_000_000_000_001n]]);
    const { status, body } = await ask("timestamp?timestamp=2026-05-25T06:00:00Z");
    expect(status).toBe(200);
    expect(body).toEqual({
      now: "2026-05-25T06:00:00.250Z",
      slug: null,
      source: "hyperliquid",
      requestedTimestamp: 1_779_688_800,
      requestedTimestampIso: "2026-05-25T06:00:00.000Z",
      results: [{
        matchType: "exact",
        distanceSeconds: 0,
        outcomeId: 95,
        marketSlug: "btc-above-77363-may-26-0600",
        yesSlug: "btc-above-77363-yes-may-26-0600",
        noSlug: "btc-above-77363-no-may-26-0600",
        tradeUrls: {
          yes: "https://app.hyperliquid.xyz/trade/btc-above-77363-yes-may-26-0600",
          no: "https://app.hyperliquid.xyz/trade/btc-above-77363-no-may-26-0600",
        },
        underlying: "BTC",
        marketClass: "priceBinary",
        period: "1d",
        windowStart: 1_779_688_800,
        windowStartIso: "2026-05-25T06:00:00.000Z",
        expiry: 1_779_775_200,
        expiryIso: "2026-05-26T06:00:00.000Z",
        source: "outcomeMeta",
        price: 77_363,
        yesPrice: 0.45,
        noPrice: 0.549,
        question: "Will BTC be at or above 77363 on 2026-05-26 at 06:00 UTC?",
      }],
    });
    for (const item of body.results) {
      expect([...Value.Errors(OutcomeTargetWire, item)]).toEqual([]);
    }
  });

  test("means now where no instant is named, in whole seconds", async () => {
    const { venue, clock, ask } = venue2Server();
    venue.listed = [BTC];
    clock.nowMs = BTC.expirySec * 1_000 - 1;
    const { body } = await ask("timestamp");
    expect([body.requestedTimestamp, ...places(body)])
      .toEqual([BTC.expirySec - 1, "95 exact 0 outcomeMeta"]);
  });

  test("scopes to the market that is named, and returns its name without the URL", async () => {
    const { venue, ask } = venue2Server();
    venue.listed = [BTC, HYPE, NEXT];
    const named = "HYPE-above-93.017-no-may-26-0600";
    for (
      const [slug, place, name] of [
        [`https://app.hyperliquid.xyz/trade/${named}/?a=1`, "90 exact 0", named.toLowerCase()],
        ["https://app.hyperliquid.xyz/outcomes/%2523951", "95 exact 0", "#951"],
        ["%231051", "105 nearest 60", "#1051"],
      ] as const
    ) {
      const { body } = await ask(`timestamp?timestamp=${BTC.expirySec - 60}&slug=${slug}`);
      expect([body.slug, ...places(body)]).toEqual([name, expect.stringContaining(place)]);
    }
  });

  test("has no price for a side without one, or for an unlisted market", async () => {
    const { venue, ask } = venue2Server();
    venue.listed = [BTC, HYPE];
    venue.mids = new Map([[951, HALF_E18], [901, HALF_E18]]);
    const prices = async () =>
      (await ask(`timestamp?timestamp=${BTC.startSec}`)).body.results
        .map(({ yesPrice, noPrice }: Record<string, unknown>) => [yesPrice, noPrice]);
    expect(await prices()).toEqual([[0.5, null], [null, 0.5]]);
    venue.listed = [HYPE];
    expect(await prices()).toEqual([[0.5, null], [null, null]]);
    venue.listed = [];
    expect(await prices()).toEqual([[null, null], [null, null]]);
  });

  test("is 503 with a Retry-After while the venue does not answer", async () => {
    const { venue, ask } = venue2Server();
    venue.listed = [BTC];
    await ask("timestamp");
    const cause = new Error("secret");
    venue.failure = new ProviderFailed({
      provider: "hyperliquid",
      reason: "limited",
      retryAfterSec: 15,
      cause,
    });
    const { status, headers, body, text } = await ask("timestamp");
    expect([status, headers.get("retry-after"), body.code]).toEqual([503, "15", "unavailable"]);
    expect(text).not.toContain("secret");
  });

  test.each([
    ["slug=https://example.com/trade/x", "slug", "Send an address of app.hyperliquid.xyz"],
    ["slug=bitcoin%20above", "slug", "Send a slug such as"],
    ["timestamp=soon", "timestamp", ""],
    ["timestamp=2008-01-01", "timestamp", ""],
    ["slug=", "slug", "Send a value"],
  ])("refuses %s", async (query, parameter, hint) => {
    const { status, body } = await venue2Server().ask(`timestamp?${query}`);
    expect([status, body.code]).toEqual([400, "bad_request"]);
    expect(body.error).toStartWith(`Cannot use ${parameter} "`);
    expect(body.hint).toContain(hint);
  });

  test("does not know a market that was never seen", async () => {
    const { venue, ask } = venue2Server();
    venue.listed = [BTC];
    for (const slug of ["btc-above-77364-may-26-0600", "%23960", "nba-finals-game-3"]) {
      const { status, body } = await ask(`timestamp?slug=${slug}`);
      expect([status, body.code]).toEqual([404, "not_found"]);
      expect(body.error).toContain(decodeURIComponent(slug));
    }
  });

  test("trades on the site of the network in use", async () => {
    const { venue, ask } = venue2Server("testnet");
    venue.listed = [BTC];
    const page = `${TRADE_ORIGIN.testnet}/trade/btc-above-77363-yes-may-26-0600`;
    const { body } = await ask(`timestamp?slug=${page}`);
    expect(body.results[0].tradeUrls.yes).toBe(page);
    expect((await ask(`timestamp?slug=${TRADE_ORIGIN.mainnet}/trade/x`)).status).toBe(400);
  });
});

describe("if the operator's pages have another base URL", () => {
  const own = "http://127.0.0.1:4005";

  test("they are given, and taken beside the venue's own", async () => {
    const { venue, ask } = venue2Server("mainnet", own);
    venue.listed = [BTC];
    const page = `${own}/trade/btc-above-77363-yes-may-26-0600`;
    for (const slug of [page, `${TRADE_ORIGIN.mainnet}/trade/btc-above-77363-no-may-26-0600`]) {
      const { status, body } = await ask(`timestamp?slug=${slug}`);
      expect([status, body.results[0].tradeUrls.yes]).toEqual([200, page]);
    }
    const { status, body } = await ask("timestamp?slug=http://127.0.0.1:4006/trade/x");
    expect([status, body.hint]).toEqual([400, "Send an address of 127.0.0.1:4005"]);
  });
});

describe("GET /api/v1/venue2/targets/active", () => {
  test("gives every live market in order, and none of those that have expired", async () => {
    const { venue, clock, ask } = venue2Server();
    venue.listed = [NEXT, BTC, HYPE];
    const { body } = await ask("active");
    expect(Object.keys(body)).toEqual(["now", "slug", "source", "results"]);
    expect(places(body)).toEqual([
      "90 exact 0 outcomeMeta",
      "95 exact 0 outcomeMeta",
      "105 nearest 86400 outcomeMeta",
    ]);
    venue.listed = [BTC, HYPE];
    clock.nowMs = BTC.expirySec * 1_000;
    expect((await ask("active")).body.results).toEqual([]);
    clock.nowMs -= 1;
    expect((await ask("active")).body.results.length).toBe(2);
  });

  test("gives the one that is named, while it is live", async () => {
    const { venue, clock, ask } = venue2Server();
    venue.listed = [BTC, HYPE];
    const active = () => ask("active?slug=btc-above-77363-no-may-26-0600");
    expect(places((await active()).body)).toEqual(["95 exact 0 outcomeMeta"]);
    clock.nowMs = BTC.expirySec * 1_000;
    const { status, body } = await active();
    expect([status, body.code]).toEqual([404, "not_found"]);
    expect(body.error).toContain("2026-05-26T06:00:00.000Z");
    expect(body.hint).toContain("targets/timestamp");
    venue.listed = [];
    clock.nowMs -= 1_000;
    expect((await active()).status).toBe(404);
  });

  test("takes no instant", async () => {
    expect((await venue2Server().ask("active?timestamp=1")).status).toBe(400);
  });
});
