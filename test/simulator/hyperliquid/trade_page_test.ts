/**
 * The simulated secondary venue's market pages.
 *
 * @module
 */
import { afterAll, describe, expect, test } from "bun:test";
import { control } from "../kit/support.ts";
import { startVenue2 } from "./venue.ts";

const venue = startVenue2("2026-11-20T12:00:00Z");
afterAll(() => venue.stop());

const page = async (name: string) => {
  const response = await fetch(`${venue.url}/trade/${name}`);
  return {
    status: response.status,
    type: response.headers.get("content-type"),
    text: await response.text(),
  };
};
const slugOf = (description: string, side: "" | "yes-" | "no-" = "") => {
  const fact = (key: string) => new RegExp(`(?:^|\\|)${key}:([^|]+)`).exec(description)?.[1] ?? "";
  const [day = "", time = ""] = fact("expiry").split("-");
  const month = new Date(`${day.slice(0, 4)}-${day.slice(4, 6)}-01`)
    .toLocaleString("en", { month: "short", timeZone: "UTC" }).toLowerCase();
  const target = fact("targetPrice").replace(".", "");
  return `${fact("underlying").toLowerCase()}-above-${target}-${side}${month}-${
    day.slice(6)
  }-${time}`;
};

describe("the page of a market", () => {
  test("shows every recurring market that is listed, by its slug or a side's", async () => {
    const { outcomes } = await venue.list();
    const recurring = outcomes.filter(({ description }) => description.includes("priceBinary"));
    expect(recurring.length).toBe(2);
    for (const { outcome, description } of recurring) {
      for (const side of ["", "yes-", "no-"] as const) {
        const { status, type, text } = await page(slugOf(description, side).toUpperCase());
        expect([status, type]).toEqual([200, "text/html; charset=utf-8"]);
        expect(text).toContain(
          `<code>${slugOf(description, "yes-")}</code><br><code>#${outcome}0</code>`,
        );
        expect(text).toContain("<dd>listed</dd>");
      }
    }
  });

  test("stays after the settlement, and shows it", async () => {
    const before = startVenue2("2026-11-19T12:00:00Z");
    const { outcomes } = await before.list();
    await before.stop();
    const [row] = outcomes.filter(({ description }) => description.includes("priceBinary"));
    const { status, text } = await page(slugOf(row?.description ?? ""));
    expect(status).toBe(200);
    expect(text).toMatch(/<dd>settled: [01]\.0 \(price:[\d.]+\)<\/dd>/);
  });

  test.each(["btc-above-1-may-26-0600", "nothing", "%ff", "%3Cscript%3E"])(
    "of %s is a 404 for people",
    async (name) => {
      const { status, type, text } = await page(name);
      expect([status, type]).toEqual([404, "text/html; charset=utf-8"]);
      expect(text).not.toContain("<script>");
    },
  );

  test("shows replacement rows as text, and tolerates invalid markets", async () => {
    const own = startVenue2("2026-11-20T12:00:00Z");
    const description =
      "class:priceBinary|underlying:A<b>|expiry:20261121-0600|targetPrice:5|period:1d";
    const sideSpecs = [{ name: "Yes" }, { name: "No" }];
    await control(`${own.url}/__listing`, "PUT", {
      outcomes: [
        { outcome: 7, name: 5, description: null, sideSpecs: "x" },
        { outcome: 8, name: "Recurring", description, sideSpecs },
      ],
      questions: [],
    });
    const response = await fetch(`${own.url}/trade/ab-above-5-nov-21-0600`);
    const text = await response.text();
    expect(response.status).toBe(200);
    expect(text).toContain("A&lt;b&gt;");
    expect(text).not.toContain("A<b>");
    await own.stop();
  });
});
