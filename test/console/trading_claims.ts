/**
 * An order from the console to the venue, and the end of one that rests there.
 *
 * @module
 */
import { describe, expect, test } from "bun:test";
import { Chain, ClobClient, OrderType, Side } from "@polymarket/clob-client-v2";
import { Option } from "effect";
import { privateKeyToAccount } from "viem/accounts";
import { demoIdentity } from "../../app/sandbox/demo_identity.ts";
import { previewOrder, walletPage } from "./reader.ts";
import type { OpenConsole } from "./open_console.ts";

/** Rests an order of the demo wallet at the venue, as another program of its owner would. */
async function restOrder(venueUrl: string, tokenID: string): Promise<void> {
  const none = { apiKey: Option.none(), walletId: Option.none() };
  const { signingKey } = demoIdentity({ seed: 1, ...none });
  const signer = privateKeyToAccount(`0x${signingKey.toHex()}`);
  const base = {
    host: venueUrl,
    chain: Chain.POLYGON,
    signer: { account: signer, signTypedData: signer.signTypedData } as never,
    throwOnError: true,
  };
  const creds = await new ClobClient(base).deriveApiKey();
  const client = new ClobClient({ ...base, creds, signatureType: 0 });
  const order = { tokenID, side: Side.BUY, makerAmount: "100000", takerAmount: "5000000" };
  await client.postOrder(await client.createExchangeV3OrderFromAmounts(order), OrderType.GTC);
}

/** Declares their tests. */
export function tradingClaims({ browser, url, said }: OpenConsole): void {
  describe("the page of wallets", () => {
    test("places an order, shows it, and cancels what rests", async () => {
      const page = await walletPage({ browser, url });
      await page.getByText("No order rests at the venue.").waitFor();

      await previewOrder(page, "7");
      await page.getByRole("dialog").getByRole("button", { name: "Place the order" }).click();
      await page.getByRole("dialog").waitFor({ state: "detached" });
      const history = page.locator("section").filter({
        has: page.getByRole("heading", { name: "History" }),
      });
      await history.getByRole("table").getByText("matched").waitFor();
      const key = said(/API key +(sk_\S+)/);
      const walletId = said(/wallet +(\S+)/);
      const ask = async (path: string) =>
        await (await fetch(`${url}${path}`, { headers: { "x-api-key": key } })).json() as {
          readonly data: ReadonlyArray<{ readonly order: { readonly tokenId: string } }>;
        };
      const { data } = await ask(`/api/v1/orders/history?walletId=${walletId}`);
      expect(data).toHaveLength(1);
      expect(data[0]).toMatchObject({ state: "matched", order: { amount: 7, side: "BUY" } });

      await restOrder(said(/venue-orders +(http\S+)/), data[0]?.order.tokenId ?? "");
      await page.reload();
      await page.getByRole("button", { name: /^Cancel all/ }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByText(/1 open order/).first().waitFor();
      await dialog.getByRole("button", { name: /^Cancel/ }).click();
      await dialog.waitFor({ state: "detached" });
      expect(await ask(`/api/v1/orders?walletId=${walletId}`)).toMatchObject({ data: [] });
      expect(browser.takeFaults()).toEqual([]);
    });
  });
}
