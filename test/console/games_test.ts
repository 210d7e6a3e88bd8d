/**
 * The games of a day in a real browser.
 *
 * @module
 */
import { describe, expect, test } from "bun:test";
import { openSandbox } from "../app/open_sandbox.ts";
import { withReason } from "../skip_reason.ts";
import { until } from "../until.ts";
import { NO_BROWSER, startBrowser } from "./browser.ts";

const DAY_MS = 86_400_000;

/** What the page compares with. */
interface Listed {
  readonly data: ReadonlyArray<{
    readonly status: string;
    readonly coverage: ReadonlyArray<{ readonly status: string }>;
  }>;
}

const opened = NO_BROWSER === undefined ? await startBrowser() : undefined;

describe.skipIf(NO_BROWSER !== undefined)(withReason("the page of games", NO_BROWSER), () => {
  test("shows a day as the API has it, and filters it", async () => {
    const browser = opened ?? expect.unreachable();
    const { url, said } = await openSandbox({ LEAGUES: "nba,mlb,epl" });
    const headers = { "x-api-key": said(/API key +(sk_\S+)/) };
    const ask = async (query: string) =>
      await (await fetch(`${url}/api/v1/games?limit=200&include=coverage&${query}`, { headers }))
        .json() as Listed;
    // They are over, at whatever time of the day this is.
    const day = new Date(Date.now() - 2 * DAY_MS).toISOString().slice(0, 10);
    await until(async () => (await ask(`day=${day}`)).data.length > 0, "games are read");

    const to = encodeURIComponent(`/console/games?day=${day}`);
    const page = await browser.open(`${url}/console/sign-in?to=${to}`);
    await page.getByRole("button", { name: "Enter the demo account" }).click();
    await page.getByRole("heading", { level: 1, name: "Games" }).waitFor();
    const rows = page.getByRole("button", { name: /^Details of/ });
    await rows.first().waitFor();

    await page.getByLabel("Finished").check();
    const finished = (await ask(`day=${day}&status=finished`)).data;
    await until(async () => await rows.count() === finished.length, "finished games alone");
    expect(new URL(page.url()).searchParams.get("status")).toBe("finished");
    const counted = (word: string) => {
      const hasText = new RegExp(`(?<!not )${word}(for review)?$`);
      return page.getByRole("cell").filter({ hasText }).count();
    };
    const STATUSES = ["listed", "not_listed", "not_checked"];
    // Platforms are read meanwhile: the page reads its list again every half a minute.
    await until(
      async () => {
        const { data } = await ask(`day=${day}&status=finished`);
        const coverage = data.flatMap(({ coverage }) => coverage.map(({ status }) => status));
        const listed = STATUSES.map((status) => coverage.filter((one) => one === status).length);
        const shown = await Promise.all(
          STATUSES.map((status) => counted(status.replace("_", " "))),
        );
        return Bun.deepEquals(shown, listed) && listed.some((count) => count > 0);
      },
      "the coverage as the API has it",
      { everyMs: 500 },
    );

    await page.reload();
    await until(async () => await rows.count() === finished.length, "the filter is kept");
    await page.getByRole("button", { name: "Remove all filters" }).click();
    const all = (await ask(`day=${day}`)).data.length;
    await until(async () => await rows.count() === Math.min(all, 50), "all games again");
    expect(browser.takeFaults()).toEqual([]);
  });
});
