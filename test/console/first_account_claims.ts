/**
 * The first person who comes to a new live service: an account, a key, its use and its end.
 *
 * @module
 */
import { afterAll, describe, expect, test } from "bun:test";
import { NOWHERE } from "../app/nowhere.ts";
import { startProcess } from "../app/process.ts";
import { makeFolder } from "../temporary_folder.ts";
import { keyStatus } from "../app/key_status.ts";
import { seriousFaults } from "./accessibility.ts";
import { fillEntry, makeKey } from "./reader.ts";
import type { OpenConsole } from "./open_console.ts";

const READER = { email: "first@example.com", password: "correct horse battery" };

/** A live service without any account, whose providers answer nothing. */
async function startLive(): Promise<string> {
  const folder = makeFolder();
  afterAll(folder.remove);
  const live = startProcess("start", { ...NOWHERE, DATA_DIR: folder.path, PORT: "0" });
  return await live.waitFor(/answers on (http:\S+)/);
}

/** Declares their tests. */
export function firstAccountClaims({ browser }: OpenConsole): void {
  describe("a new live service", () => {
    test("takes its first account, whose key works until it is revoked", async () => {
      const url = await startLive();
      const { port } = new URL(url);
      const elsewhere = await browser.open(`http://elsewhere.localhost:${port}/console/keys`);
      await elsewhere.getByRole("heading", { level: 1, name: "Open the first account" }).waitFor();
      await elsewhere.getByText("strikeline account link you@example.com").waitFor();
      expect(await elsewhere.getByRole("textbox").count()).toBe(0);
      expect(await seriousFaults(elsewhere)).toEqual([]);

      const page = await browser.open(`${url}/console/keys`);
      await page.getByRole("heading", { level: 1, name: "Open an account" }).waitFor();

      await fillEntry(page, { ...READER, password: "password1234" });
      await page.getByRole("button", { name: "Open the account" }).click();
      await page.getByRole("alert").waitFor();
      await fillEntry(page, READER);
      await page.getByRole("button", { name: "Open the account" }).click();
      await page.getByRole("heading", { name: "Make your first key" }).waitFor();
      const key = await makeKey(page, "first bot");
      expect(key).toStartWith("sk_live_");
      expect(await keyStatus(url, key)).toBe(200);
      expect(await seriousFaults(page)).toEqual([]);

      await page.getByRole("button", { name: "Revoke first bot" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
      await page.getByRole("dialog").waitFor({ state: "detached" });
      expect(await keyStatus(url, key)).toBe(401);

      await page.getByRole("button", { name: "Sign out" }).click();
      await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
      expect(await page.getByRole("button", { name: "Open an account" }).count()).toBe(0);
      await fillEntry(page, { ...READER, password: "not the password" });
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.getByRole("alert").waitFor();
      await fillEntry(page, READER);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.getByRole("heading", { level: 1, name: "API keys" }).waitFor();

      // What the page had its data from is over with the session, wherever it was kept.
      const { session } = await page.evaluate<{ readonly session: { readonly key: string } }>(
        `fetch("/console/api/session").then((a) => a.json())`,
      );
      expect(await keyStatus(url, session.key)).toBe(200);
      await page.getByRole("button", { name: "Sign out" }).click();
      await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
      expect(await keyStatus(url, session.key)).toBe(401);
      expect(browser.takeFaults(/the server responded with a status of 4\d\d/)).toEqual([]);
    });
  });
}
