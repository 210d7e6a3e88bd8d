/** Whoever comes first to a live service sets it up in the browser, without a restart by hand. */
import { afterAll, describe, expect, test } from "bun:test";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { COMMAND_LINE } from "../app/command_line.ts";
import { keyStatus } from "../app/key_status.ts";
import { startProgram } from "../app/process.ts";
import { startLiveWorld } from "../stage/live_world.ts";
import { makeFolder } from "../temporary_folder.ts";
import { seriousFaults } from "./accessibility.ts";
import type { OpenConsole } from "./open_console.ts";

/** Waits for a step, and returns what is seriously wrong with it. */
async function faultsOfStep(page: Page, title: string): Promise<ReadonlyArray<string>> {
  await page.getByRole("heading", { level: 2, name: title }).waitFor();
  return (await seriousFaults(page)).map((fault) => `${title}: ${fault}`);
}

const pressed = (page: Page, name: string) => page.getByRole("button", { name }).click();

/** Declares their tests. */
export function setupClaims({ browser }: OpenConsole): void {
  describe("a live service with nothing set", () => {
    test("is set up in the browser, and says how many series have a price", async () => {
      const folder = makeFolder();
      afterAll(folder.remove);
      const live = startProgram([...COMMAND_LINE, "start"], {
        settings: startLiveWorld(),
        cwd: folder.path,
      });
      const url = await live.waitFor(/answers on (http:\S+)/);
      const page = await browser.open(`${url}/console`);
      const faults = [...await faultsOfStep(page, "1 of 5: account")];
      await page.getByRole("link", { name: "Later" }).click();
      await page.getByRole("heading", { level: 1, name: "Markets" }).waitFor();
      await page.getByRole("link", { name: "Set up" }).click();
      expect(await page.getByLabel("E-mail address").inputValue()).toBe("me@localhost");
      await page.getByLabel("Password", { exact: true }).fill("correct horse battery");
      await page.keyboard.press("Enter");

      await page.getByRole("heading", { name: "2 of 5: wallet" }).waitFor();
      await page.reload();
      faults.push(...await faultsOfStep(page, "2 of 5: wallet"));
      expect(await page.evaluate<string>("document.activeElement.textContent"))
        .toBe("2 of 5: wallet");
      await page.getByLabel("Import one that you have").check();
      await page.getByLabel("Type").selectOption("2");
      faults.push(...await faultsOfStep(page, "2 of 5: wallet"));
      await page.getByLabel("Private key", { exact: true }).fill("0".repeat(64));
      await page.getByLabel("Funder").fill("0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045");
      await pressed(page, "Import it");
      await page.getByText("The service starts again").waitFor();
      await page.getByText("Cannot read the private key").waitFor();
      await page.getByLabel("Make one").check();
      await pressed(page, "Make the wallet");

      faults.push(...await faultsOfStep(page, "3 of 5: limits"));
      const copy = await page.getByText(/wallet-0x\w+\.key$/).textContent() ?? "";
      expect(readFileSync(copy, "utf8")).toMatch(/^[0-9a-f]{64}\n$/);
      expect(statSync(copy).mode & 0o777).toBe(0o600);
      await page.getByLabel("USDC a day").fill("much");
      await page.keyboard.press("Enter");
      await page.getByText('Cannot read the most of a day "much"').waitFor();
      await page.getByLabel("USDC a day").fill("200");
      await page.keyboard.press("Enter");

      faults.push(...await faultsOfStep(page, "4 of 5: relay"));
      await pressed(page, "Receive them");
      faults.push(...await faultsOfStep(page, "5 of 5: API key"));
      expect(await page.getByLabel("Trade").isChecked()).toBe(false);
      await pressed(page, "Make the key");
      const key = await page.getByTestId("new-key").textContent() ?? "";
      expect(await keyStatus(url, key)).toBe(200);
      await pressed(page, "I have copied it");

      faults.push(...await faultsOfStep(page, "All is set up"));
      // Those of the exchange. The venue's site is asked for the others at its own pace.
      await page.getByText(/^(1[4-9]|[23]\d) of 35 series have a price\./).waitFor();
      expect(readFileSync(join(folder.path, ".env"), "utf8"))
        .toMatch(/^WALLET_KEY=[\w+/]{43}=\nPOLYMARKET_RELAY_WALLET=[0-9a-f-]{36}\n$/);
      await page.getByRole("link", { name: "Set up" }).waitFor({ state: "detached" });
      await page.getByRole("link", { name: "See the markets" }).click();
      await page.getByRole("heading", { level: 1, name: "Markets" }).waitFor();
      expect(faults).toEqual([]);
      // While the service starts again nobody answers; the wrong key is refused.
      expect(browser.takeFaults(/ERR_CONNECTION|a status of (400|502)/)).toEqual([]);
    });
  });
}
