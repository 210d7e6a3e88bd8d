/** The page of a market whose windows another venue has too. @module */
import { describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import type { OpenConsole } from "./open_console.ts";
import { drawnTexts } from "./reader.ts";
import { relayStream } from "./relay_stream.ts";

const SERIES = "windows:btc:15min";
const PATH = "/console/market/btc?interval=15min";

const PENDING = { target: null, target_text: null, target_state: "pending" };
const FINAL = { target: 70_000.5, target_text: "70000.50", target_state: "final" };
const BASIS = { a: "polymarket", b: "kalshi", price: -3.69, bps: -0.421 };

const DOWN = { outcome: "down", outcome_state: "final", settled_text: "70000.10" };
const NO_RESULT = { outcome: null, outcome_state: "closed", settled_text: null };
const TOTAL = { agreed: 91, disagreed: 4, void: 0, missing: 1 };

/**
 * Has venues name different winners of the fourth window, and one of them none of the fifth.
 * Returns the names of both.
 */
async function stageResults(page: Page): Promise<ReadonlyArray<string>> {
  const names: Array<string> = [];
  const agreement = { now: new Date().toISOString(), data: [], total: TOTAL };
  await page.route(
    /\/api\/v1\/windows\/basis/,
    (route) => route.fulfill({ json: agreement }),
  );
  await page.route(/\/api\/v1\/windows\?/, async (route) => {
    const answer = await (await route.fetch()).json();
    for (const [at, other] of [[3, DOWN], [4, NO_RESULT]] as const) {
      const { start_iso, legs } = answer.data[at];
      Object.assign(legs[0], { outcome: "up" });
      Object.assign(legs[1], other);
      names.push(start_iso.slice(0, 16).replace("T", " "));
    }
    await route.fulfill({ json: answer });
  });
  return names;
}

/** Declares their tests. */
export function legClaims({ browser, url }: OpenConsole): void {
  describe("the page of a market at two venues", () => {
    test("has the other target beside its own, and follows it", async () => {
      const page = await browser.open("about:blank");
      // Once a week the other venue has none for two hours: the test does not hang on the day.
      const stream = await relayStream(page, { other: FINAL, basis: [BASIS] });
      await page.goto(url + PATH);
      const now = page.getByRole("region", { name: "The open window" });
      const line = now.getByText(
        "Target at Kalshi: 70000.50, 3.69 below Polymarket's (0.421 basis points)",
        { exact: true },
      );
      await line.waitFor();
      // Each line has its venue's name, and its number beside the chart.
      const legend = page.getByRole("list", { name: "Last targets" }).getByRole("listitem");
      await legend.getByText("Kalshi: 70000.50", { exact: true }).waitFor();
      await legend.getByText(/^Polymarket: [\d.]+$/).waitFor();
      await page.getByRole("img", { name: /^Chart/ }).locator("canvas").first().waitFor();
      await drawnTexts(page, ["Polymarket", "Kalshi"]);

      stream.sendLegs(SERIES, PENDING, []);
      await now.getByText("Target at Kalshi: not known yet", { exact: true }).waitFor();
      stream.sendLegs(SERIES, FINAL, [BASIS]);
      await line.waitFor();
      stream.sendLegs(SERIES, { ...FINAL, outcome_state: "amended", disputed: true }, []);
      await now.getByText("Target at Kalshi: 70000.50 amended disputed", { exact: true }).waitFor();
      expect(browser.takeFaults()).toEqual([]);
    });

    test("marks the windows of which the winners differ, and leads to both", async () => {
      const page = await browser.open("about:blank");
      const names = await stageResults(page);
      await page.goto(url + PATH);
      const strip = page.getByRole("list", { name: /ended, oldest first; ≠/ });
      const buttonOf = (name = "") =>
        strip.getByRole("button", { name: new RegExp(`^${name} to`) });
      await strip.waitFor();
      const [differing, unknown] = names;
      expect(await buttonOf(differing).getAttribute("title"))
        .toEndWith(", but not at each venue: Polymarket up, Kalshi down");
      expect(await buttonOf(differing).textContent()).toEndWith("≠");
      expect(await buttonOf(unknown).textContent()).not.toContain("≠");
      await page.getByText(/^Kalshi named the same winner in 91 of 95 windows/).waitFor();
      await buttonOf(differing).click();
      await page.getByText("Outcome at Kalshi").waitFor();
      await page.getByText("down, final, settled at 70000.10", { exact: true }).waitFor();
      expect(browser.takeFaults()).toEqual([]);
    });

    test("asks nothing more of a series that no other venue has", async () => {
      const page = await browser.open("about:blank");
      const asked: Array<string> = [];
      page.on("request", (request) => asked.push(request.url()));
      await page.goto(`${url}/console/market/btc?interval=5min`);
      await page.getByRole("list", { name: /ended, oldest first$/ }).waitFor();
      await page.getByRole("img", { name: /^Chart/ }).locator("canvas").first().waitFor();
      expect(asked.filter((address) => address.includes("/api/v1/windows"))).toEqual([]);
      expect(await page.locator(".elsewhere, .legend, .agreement").count()).toBe(0);
      expect(browser.takeFaults()).toEqual([]);
    });
  });
}
