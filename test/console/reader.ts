/** What a reader of the console does on several pages. @module */
import type { Page } from "playwright-core";
import type { PageView } from "./browser.ts";
import type { OpenConsole } from "./open_console.ts";

/** Opens a page of a reader who has entered the demo account. */
export async function enteredPage(
  { browser, url }: Pick<OpenConsole, "browser" | "url">,
  view?: PageView,
): Promise<Page> {
  const page = await browser.open(`${url}/console/sign-in`, view);
  await enterDemo(page);
  return page;
}

/** Opens the page of the demo account's wallet, once it can trade and offers a market. */
export async function walletPage(console: Pick<OpenConsole, "browser" | "url">): Promise<Page> {
  const page = await enteredPage(console);
  await page.getByRole("link", { name: "Wallets" }).click();
  await page.getByText("ready to trade").waitFor();
  // The window that opens next: an order without a market is not sent.
  while (await page.getByLabel("Market").inputValue() === "") await shown(page);
  return page;
}

/** Waits until the page has shown whatever it knows. */
export async function shown(page: Page): Promise<void> {
  await page.evaluate(
    `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))`,
  );
}

/** Has the charts of a page drawn in the colours of the night, until they have these texts. */
export async function drawnTexts(page: Page, texts: ReadonlyArray<string>): Promise<void> {
  await page.evaluate(`{
    const { prototype } = CanvasRenderingContext2D;
    const draw = prototype.fillText;
    globalThis.drawn = new Set();
    prototype.fillText = function (text, ...at) {
      drawn.add(text);
      return draw.call(this, text, ...at);
    };
  }`);
  await page.emulateMedia({ colorScheme: "dark" });
  const areDrawn = `${JSON.stringify(texts)}.every((text) => drawn.has(text))`;
  while (!await page.evaluate<boolean>(areDrawn)) await shown(page);
}

/** Fills an order for so much, previews it, and goes on to the question whether to place it. */
export async function previewOrder(page: Page, amountUsdc: string): Promise<void> {
  await page.getByLabel("Amount").fill(amountUsdc);
  // It is filled though the book moves on the way.
  await page.getByLabel("Limit price").fill("0.99");
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByRole("button", { name: "Place…" }).click();
}

/** Enters the demo account of a sandbox, from the page to sign in. */
export async function enterDemo(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Enter the demo account" }).click();
  await page.getByRole("heading", { level: 1, name: "API keys" }).waitFor();
}

/** Opens an account, from the page to sign in of a service that lets everyone. */
export async function openAccount(
  page: Page,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<void> {
  await page.getByRole("button", { name: "Open an account" }).click();
  await fillEntry(page, { email, password });
  await page.getByRole("button", { name: "Open the account" }).click();
  await page.getByRole("heading", { level: 1, name: "API keys" }).waitFor();
}

/** Fills the form to sign in or up. */
export async function fillEntry(
  page: Page,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<void> {
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
}

/** Makes a key on the page of keys, and returns it. */
export async function makeKey(page: Page, name: string): Promise<string> {
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Make the key" }).click();
  const shown = page.getByRole("region", { name: "The new key" });
  const key = await shown.getByText(/^sk_(test|live)_\w+$/).textContent();
  await page.getByRole("button", { name: "I have copied it" }).click();
  return key ?? "";
}

/** An order that rests at the venue. */
export const RESTING = {
  id: `0x${"1".repeat(64)}`,
  market: `0x${"2".repeat(64)}`,
  asset_id: "1",
  side: "BUY",
  outcome: "Up",
  price: "0.02",
  original_size: "5",
  size_matched: "0",
  order_type: "GTC",
};

/** Answers in the venue's place which orders rest there. */
export async function stageOpenOrders(
  page: Page,
  resting: () => ReadonlyArray<typeof RESTING>,
): Promise<void> {
  await page.route(/\/api\/v1\/orders\?/, async (route) => {
    if (route.request().method() !== "GET") return await route.fallback();
    const now = new Date().toISOString();
    await route.fulfill({ json: { ok: true, now, data: resting(), next_cursor: "LTE=" } });
  });
}
