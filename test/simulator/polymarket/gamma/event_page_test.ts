import { afterAll, describe, expect, test } from "bun:test";
import { control, makeStillClock, ms, start } from "../../kit/support.ts";

const simulator = start("venue-metadata", makeStillClock(ms("2026-11-20T12:03:20Z")));
afterAll(() => simulator.stop());

const page = async (path: string) => {
  const response = await fetch(`${simulator.url}/event/${path}`);
  return { status: response.status, headers: response.headers, text: await response.text() };
};

describe("the page of an event", () => {
  test("shows the window, the state and the tags", async () => {
    const { text } = await page("btc-updown-5m-1795176000");
    expect(text).toContain("<dt>Starts</dt><dd>2026-11-20T12:00:00Z</dd>");
    expect(text).toContain("<dt>Ends</dt><dd>2026-11-20T12:05:00Z</dd>");
    expect(text).toContain("<dd>open, takes orders</dd>");
    expect(text).toMatch(/<dt>Tags<\/dt><dd>[^<]*5M/);
    expect(text).toContain("<td>Up</td>");
    expect((await page("btc-updown-5m-1795089600")).text).toContain("<dd>closed</dd>");
  });

  test.each([
    [`"><script>alert('1')</script>&`],
    [null],
    [[{ a: "<script>" }]],
  ])("shows what was put as text: %j", async (text) => {
    const list = text === null ? null : JSON.stringify([text]);
    const { status } = await control(`${simulator.url}/__event`, "PUT", {
      id: "900001",
      slug: "put",
      title: text,
      tags: [{ slug: "a", label: "<script>" }],
      markets: [{ id: "1", question: text, active: text, outcomes: list, outcomePrices: list }],
    });
    const shown = await page("put");
    expect([status, shown.status, shown.text.includes("<script")]).toEqual([200, 200, false]);
    expect(shown.headers.get("content-security-policy")).toContain("default-src 'none'");
  });

  test("of nothing is a 404 for people", async () => {
    const { status, headers, text } = await page("%3Cscript%3E");
    expect([status, headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
    expect(text.includes("<script>")).toBe(false);
  });
});
