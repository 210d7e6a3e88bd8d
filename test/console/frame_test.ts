/**
 * What surrounds the pages of the console, in a real browser.
 *
 * @module
 */
import { describe, expect, test } from "bun:test";
import { openSandbox } from "../app/open_sandbox.ts";
import { withReason } from "../skip_reason.ts";
import { seriousFaults } from "./accessibility.ts";
import { NO_BROWSER, startBrowser } from "./browser.ts";

describe.skipIf(NO_BROWSER !== undefined)(withReason("the console", NO_BROWSER), async () => {
  if (NO_BROWSER !== undefined) return;
  const browser = await startBrowser([/status of 401/]);
  const { url } = await openSandbox();

  test("says where there is no page", async () => {
    const page = await browser.open(`${url}/console/nowhere`);
    await page.getByRole("heading", { name: "Not found" }).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
  });
});
