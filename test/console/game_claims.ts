/** The games of a day in a real browser. @module */
import { describe, expect, test } from "bun:test";
import { until } from "../until.ts";
import { CONSOLE_START_MS, type OpenConsole } from "./open_console.ts";

const DAY_MS = 86_400_000;

/** What the page compares with. */
interface Listed {
  readonly data: ReadonlyArray<{
    readonly status: string;
    readonly coverage: ReadonlyArray<{ readonly status: string }>;
  }>;
}

/** Declares their tests. */
export function gameClaims({ browser, url, said }: OpenConsole): void {
  describe("the page of games", () => {
    test("shows a day as the API has it, and filters it", async () => {
      const headers = { "x-api-key": said(/API key +(sk_\S+)/) };
      const ask = async (query: string) =>
        await (await fetch(`${url}/api/v1/games?limit=200&include=coverage&${query}`, { headers }))
          .json() as Listed;
      // They are over.
      const day = new Date(CONSOLE_START_MS - 2 * DAY_MS).toISOString().slice(0, 10);
      await until(async () => {
        const { data } = await ask(`day=${day}&status=finished`);
        return data.some(({ coverage }) => coverage.some(({ status }) => status === "listed"));
      }, "games are read, and platforms that list some");

      const to = encodeURIComponent(`/console/games?day=${day}`);
      const page = await browser.open(`${url}/console/sign-in?to=${to}`);
      await page.getByRole("button", { name: "Enter the demo account" }).click();
      await page.getByRole("heading", { level: 1, name: "Games" }).waitFor();
      const rows = page.getByRole("button", { name: /^Details of/ });
      await rows.first().waitFor();

      const answer = page.waitForResponse(/\/api\/v1\/games\?(.*&)?status=finished/);
      await page.getByLabel("Finished").check();
      const { data: finished } = await (await answer).json() as Listed;
      await until(async () => await rows.count() === finished.length, "finished games alone");
      expect(new URL(page.url()).searchParams.get("status")).toBe("finished");
      const counted = (word: string) => {
        const hasText = new RegExp(`(?<!not )${word}(for review)?$`);
        return page.getByRole("cell").filter({ hasText }).count();
      };
      const statuses = finished.flatMap(({ coverage }) => coverage.map(({ status }) => status));
      expect(statuses).toContain("listed");
      for (const status of ["listed", "not_listed", "not_checked"]) {
        expect([status, await counted(status.replace("_", " "))])
          .toEqual([status, statuses.filter((one) => one === status).length]);
      }

      await page.reload();
      await until(async () => await rows.count() === finished.length, "the filter is kept");
      const all = page.waitForResponse(/\/api\/v1\/games\?(?!.*status=)/);
      await page.getByRole("button", { name: "Remove all filters" }).click();
      const { data } = await (await all).json() as Listed;
      await until(async () => await rows.count() === data.length, "all games again");
      expect(browser.takeFaults()).toEqual([]);
    });
  });
}
