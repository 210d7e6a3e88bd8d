/** Claims of what was won, splits and merges, in a real browser. @module */
import { describe, expect, test } from "bun:test";
import type { Page, Route } from "playwright-core";
import type { Claim, Position } from "../../app/client/typescript/wire/position.ts";
import { putMarkets } from "../app/order/put_markets.ts";
import { control } from "../simulator/kit/support.ts";
import { until } from "../until.ts";
import { seriousFaults } from "./accessibility.ts";
import type { OpenConsole } from "./open_console.ts";
import { enteredPage } from "./reader.ts";
import { HELD, NOW, stagePositions } from "./staged_positions.ts";

const WON: Position = { ...HELD, status: "claimable", price: 1, value_usdc: 13.157894 };
const OTHER_WON: Position = { ...WON, tokenId: "2", condition_id: `0x${"2".repeat(64)}` };

const SENT: Claim = {
  kind: "claim",
  id: "1",
  condition_id: WON.condition_id,
  slug: WON.slug,
  state: "sent",
  usdc: null,
  tx: null,
  why: "The node of the chain does not answer",
  automatic: false,
  requested_at: NOW,
  ended_at: null,
};
const CLAIMED: Claim = {
  ...SENT,
  ...{ state: "confirmed", usdc: 13.157894, why: null, ended_at: NOW },
  tx: `0x${"5c".repeat(32)}`,
};

/** Answers each request that changes something by the next of these; then nothing answers. */
async function stageChanges(page: Page, address: RegExp, answers: ReadonlyArray<Answer>) {
  const sent: Array<{ readonly key: string | undefined; readonly body: unknown }> = [];
  await page.route(address, (route) => {
    const request = route.request();
    const key = request.headers()["idempotency-key"];
    const answer = answers[sent.push({ key, body: request.postDataJSON() }) - 1];
    return answer === undefined ? route.abort() : answer(route);
  });
  return sent;
}

type Answer = (route: Route) => Promise<void>;

const LOST: Answer = (route) => route.abort("connectionreset");
const claims = (...claims: ReadonlyArray<Claim>): Answer => (route) =>
  route.fulfill({ json: { ok: true, claims } });
const refused = (error: string, hint: string): Answer => (route) =>
  route.fulfill({ status: 503, json: { error, hint, code: "unavailable" } });

const CLAIM = /\/api\/v1\/positions\/claim$/;

/** The console of a browser names each answer that is an error or lost: those are wanted. */
const EXPECTED = /status of 503|ERR_CONNECTION_RESET/;

async function openPositions(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Positions" }).click();
  await page.getByRole("heading", { name: "Claims", exact: true }).waitFor();
}

/** Declares their tests. */
export function claimingClaims(opened: OpenConsole): void {
  const { browser, url, said } = opened;
  const toClaim = (page: Page) => page.getByRole("table", { name: "Positions to claim" });

  describe("what was won", () => {
    test("is split from USDC, resolved, seen and claimed by a newcomer", async () => {
      const headers = { "x-api-key": said(/API key +(sk_\S+)/) };
      const walletId = said(/wallet +(\S+)/);
      const urlOf = (name: string) => said(new RegExp(`${name} +(http\\S+)`));
      const [market] = await putMarkets({ urlOf });
      const { slug, conditionId } = market ?? expect.unreachable();

      const page = await enteredPage(opened);
      await openPositions(page);
      await page.getByText("Split and merge").click();
      await page.getByLabel("Market").fill(slug);
      await page.getByLabel("Size").fill("5");
      await page.getByRole("button", { name: "Split…" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByText(`5 USDC of the wallet become 5 shares of each outcome of ${slug}`)
        .waitFor();
      await dialog.getByRole("button", { name: "Split it" }).click();
      await page.getByRole("status").getByText("Split 5 USDC").waitFor();
      const open = page.getByRole("table", { name: "Open positions" });
      await open.getByRole("row").filter({ hasText: slug }).filter({ hasText: "Down" }).waitFor();

      await control(`${urlOf("site")}/__resolution`, "PUT", {
        condition: conditionId,
        payouts: [1_000_000, 0],
      });
      await until(
        async () => {
          const asked = `${url}/api/v1/positions?walletId=${walletId}&status=claimable`;
          const answer = await fetch(asked, { headers });
          return (await answer.json() as { readonly data: ReadonlyArray<object> }).data.length > 0;
        },
        "a position can be claimed",
        { everyMs: 50 },
      );
      await page.reload();
      await toClaim(page).getByRole("button", { name: `Claim Up in ${slug}` }).click();
      await dialog.getByText(`5 shares of "Up" in ${slug}: 5 USDC`).waitFor();
      await dialog.getByText("its address needs some POL").waitFor();
      await dialog.getByRole("button", { name: "Claim it" }).click();
      await page.getByRole("status").getByText(`Claimed 5 USDC (${slug}).`).waitFor();
      const row = page.getByRole("table", { name: "Claims" }).getByRole("row")
        .filter({ hasText: slug });
      await row.getByText("claimed").waitFor();
      await toClaim(page).waitFor({ state: "detached" });
      expect(browser.takeFaults()).toEqual([]);
    });

    test("is claimed once though an answer is lost, and followed over a reload", async () => {
      const page = await enteredPage(opened);
      let [won, known] = [[WON], [] as ReadonlyArray<Claim>];
      await stagePositions(page, { positions: () => won, claims: () => known });
      const sent = await stageChanges(page, CLAIM, [LOST, claims(SENT)]);
      await openPositions(page);
      // As a reader of the keyboard does it.
      await toClaim(page).getByRole("button", { name: "Claim" }).focus();
      await page.keyboard.press("Enter");
      await page.getByRole("dialog").waitFor();
      await page.keyboard.press("Tab");
      known = [SENT];
      await page.keyboard.press("Enter");
      await toClaim(page).getByText("The node of the chain does not answer").waitFor();
      await page.reload();
      await toClaim(page).getByText("on its way").waitFor();
      expect(await toClaim(page).getByRole("button").count()).toBe(0);
      known = [CLAIMED];
      won = [];
      await page.getByRole("status").getByText(`Claimed 13.157894 USDC (${WON.slug}).`).waitFor();
      await toClaim(page).waitFor({ state: "detached" });
      expect(sent.map(({ body }) => body)).toEqual([
        { walletId: said(/wallet +(\S+)/), condition_id: WON.condition_id },
        { walletId: said(/wallet +(\S+)/), condition_id: WON.condition_id },
      ]);
      expect(sent[0]?.key).toMatch(/^console-/);
      expect(sent[1]?.key).toBe(sent[0]?.key ?? "");
      expect(browser.takeFaults(EXPECTED)).toEqual([]);
    });

    test("is kept in question until it is certain, and says which setting is missing", async () => {
      const page = await enteredPage(opened);
      await stagePositions(page, { positions: () => [WON, OTHER_WON] });
      const off = "Cannot reach the chain for this wallet: POLYGON_RPC_URL is not set";
      const sent = await stageChanges(page, CLAIM, [
        refused("Cannot say what the market is", "Nothing was signed"),
        refused(off, "The operator of this service turns it on with POLYGON_RPC_URL"),
        claims({ ...SENT, state: "failed", why: "execution reverted", ended_at: NOW }),
      ]);
      await openPositions(page);
      const all = page.getByRole("button", { name: "Claim all" });
      await all.click();
      const dialog = page.getByRole("dialog");
      await dialog.getByText("Together 2 positions in 2 markets, for 26.315788 USDC").waitFor();
      expect(await seriousFaults(page)).toEqual([]);
      await dialog.getByRole("button", { name: "Claim all" }).click();
      await page.getByText("It is not known here what became of this claim.").waitFor();
      await page.getByRole("button", { name: "Ask again" }).click();
      await page.getByText("The claim was not made, and nothing was sent.").waitFor();
      await page.getByRole("alert").getByText("turns it on with POLYGON_RPC_URL").waitFor();
      expect(await seriousFaults(page)).toEqual([]);
      await page.getByRole("button", { name: "Hide this" }).click();
      await all.click();
      await dialog.getByRole("button", { name: "Claim all" }).click();
      await page.getByRole("status").getByText("nothing has moved: execution reverted").waitFor();
      await toClaim(page).getByText("failed").waitFor();
      expect(await toClaim(page).getByRole("button").count()).toBe(2);
      expect(sent.map(({ body }) => body)).toEqual(
        Array.from({ length: 3 }, () => ({ walletId: said(/wallet +(\S+)/) })),
      );
      expect(sent[1]?.key).toBe(sent[0]?.key ?? "");
      expect(sent[2]?.key).not.toBe(sent[0]?.key ?? "");
      expect(browser.takeFaults(EXPECTED)).toEqual([]);
    });

    test("and how a claim stands, fits a phone", async () => {
      const page = await enteredPage(opened, { viewport: { width: 360, height: 740 } });
      const why = `reverted with ${"f".repeat(64)}`;
      const failed: Claim = { ...SENT, ...{ id: "2", state: "failed", why, ended_at: NOW } };
      await stagePositions(page, { positions: () => [WON], claims: () => [failed, CLAIMED] });
      await openPositions(page);
      await page.getByText("Split and merge").click();
      for (const name of ["Positions to claim", "Claims"]) {
        const sizes = await page.getByRole("region", { name, exact: true }).evaluate(
          ({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth],
        );
        expect([name, sizes[0]]).toEqual([name, sizes[1]]);
      }
      expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBe(360);
      await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
      expect(await seriousFaults(page)).toEqual([]);
      expect(browser.takeFaults()).toEqual([]);
    });
  });

  test("a merge that is on its way is followed by its key over a reload", async () => {
    const page = await enteredPage(opened);
    await stagePositions(page);
    const merge = (fields: object): Answer => (route) =>
      route.fulfill({ json: { ok: true, merge: { ...SENT, kind: "merge", ...fields } } });
    const sent = await stageChanges(page, /\/positions\/merge$/, [
      merge({}),
      merge({}),
      merge({ state: "confirmed", usdc: 5, why: null }),
    ]);
    await openPositions(page);
    await page.getByRole("button", { name: "Split or merge Down" }).click();
    await page.getByLabel("What").selectOption("merge");
    await page.getByText("5 shares of both are settled").waitFor();
    await page.getByLabel("Size").fill("5");
    await page.getByRole("button", { name: "Merge…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Merge them" }).click();
    await page.getByRole("status").getByText("The node of the chain does not answer").waitFor();
    await page.reload();
    await page.getByRole("status").getByText("Merged into 5 USDC").waitFor();
    const body = { walletId: said(/wallet +(\S+)/), slug: HELD.slug, size: 5 };
    expect(sent.map((one) => one.body)).toEqual([body, body, body]);
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
    await page.getByRole("button", { name: "Hide this" }).click();
    await page.getByRole("button", { name: "Split…" }).waitFor();
    expect(browser.takeFaults()).toEqual([]);
  });
}
