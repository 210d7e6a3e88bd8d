import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { dayOfRoll, makeRolls } from "../../../app/simulator/hyperliquid/roll.ts";
import { ms } from "../kit/support.ts";
import { binaryOf, startVenue2, type Venue2 } from "./venue.ts";

const MORNING = "2026-11-20T06:00:00Z";
const roll = makeRolls(1)(dayOfRoll(ms(MORNING)));
let venue: Venue2;
beforeEach(() => {
  venue = startVenue2(MORNING);
});
afterEach(() => venue.stop());

describe("the page of a market of the secondary venue", () => {
  test("shows it by its slug, and then that it is settled by the mark price", async () => {
    const [old, { BTC }] = [binaryOf(await venue.list(), "BTC"), await venue.mids()];
    const target = old.facts.get("targetPrice") ?? "";
    const slug = `btc-above-${target.replace(".", "")}-nov-20-0600`;
    expect((await venue.page(slug)).text).toContain("<dd>listed</dd>");
    venue.clock.set(roll.createdMs);
    const fraction = Number(BTC) >= Number(target) ? "1.0" : "0.0";
    expect((await venue.page(slug)).text)
      .toContain(`<dd>settled: ${fraction} (price:${BTC})</dd>`);
    expect(binaryOf(await venue.list(), "BTC").facts.get("expiry")).toBe("20261121-0600");
  });

  test("writes what was put as text, and is a 404 for people without a market", async () => {
    const description =
      "class:priceBinary|underlying:A<b>|expiry:20261121-0600|targetPrice:5|period:1d";
    const sideSpecs = [{ name: "Yes" }, { name: "No" }];
    const outcomes = [{ outcome: 8, name: "Recurring", description, sideSpecs }];
    await venue.putListing({ outcomes, questions: [] });
    expect((await venue.page("ab-above-5-nov-21-0600")).text).toContain("A&lt;b&gt;");
    const { status, text } = await venue.page("%3Cscript%3E");
    expect([status, text.includes("<script>")]).toEqual([404, false]);
  });
});
