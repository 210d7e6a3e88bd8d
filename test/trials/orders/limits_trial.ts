/** A bot that orders as fast as it can, and the venue's limit. @module */
import { expect, test } from "bun:test";
import type { LoggedRequest } from "../../../app/simulator/kit/request_log.ts";
import { LOWEST_TIER } from "../../../core/order/mod.ts";
import { control } from "../../simulator/kit/support.ts";
import { ORDERER, startTornVenue } from "../../app/order/torn_venue.ts";
import { tell } from "../tell.ts";
import { openSandbox } from "../../app/open_sandbox.ts";

const { burst } = LOWEST_TIER.orders;
const ORDERS = 3 * burst;
const REFUSAL = "503 unavailable Cannot place the order now: the venue's limit for this wallet " +
  "is used up Nothing was sent. Try again in ";
/** On a busy machine: it is certain that the order was not sent, and its key is used up. */
const TOO_SLOW =
  "503 unavailable Cannot place the order: storing it took too long, so it was not " +
  "sent Nothing was placed. ";

test("a bot that sends far too many orders is limited here, and never by the venue", async () => {
  const venue = await startTornVenue({ seed: 7, faults: [] });
  await control(`${venue.url}/__mode`, "PUT", { tier: "standard" });
  const service = await openSandbox(venue.settings());
  const [market] = venue.markets;
  const slowOf = (said: ReadonlyArray<string>) =>
    said.filter((each) => each.startsWith(TOO_SLOW)).length;
  /** Returns all that was said to the order, after what was `said` already. */
  const place = async (
    number: number,
    triesLeft: number,
    said: ReadonlyArray<string> = [],
  ): Promise<ReadonlyArray<string>> => {
    const response = await fetch(`${service.url}/api/v1/simpleOrders/easyMarketOrder`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-api-key": ORDERER.apiKey,
        "idempotency-key": `order-${number}-${slowOf(said)}`,
      },
      body: JSON.stringify({
        walletId: ORDERER.walletId,
        slug: market?.slug,
        outcome: "Up",
        side: "BUY",
        amount: 1,
        limitPrice: 0.58,
      }),
    });
    const { code, hint, error } = await response.json() as Readonly<Record<string, string>>;
    const answer = response.status === 200 ? "200" : `${response.status} ${code} ${error} ${hint}`;
    // Without a time to wait only a settled order is tried again, under a new key.
    const isSlow = answer.startsWith(TOO_SLOW);
    const waitSec = Number(response.headers.get("retry-after") ?? (isSlow ? 0 : NaN));
    const all = [...said, answer];
    if (response.status === 200 || triesLeft === 0 || Number.isNaN(waitSec)) return all;
    await Bun.sleep(waitSec * 1000);
    return await place(number, triesLeft - 1, all);
  };
  // The first order makes the market known.
  expect((await place(0, 20)).at(-1)).toBe("200");
  const answers = await Promise.all(
    Array.from({ length: ORDERS - 1 }, (_, number) => place(number + 1, 20)),
  );
  expect(answers.map((each) => each.at(-1))).toEqual(answers.map(() => "200"));
  const refusals = answers.flat().filter((each) => each !== "200");
  expect(refusals.some((each) => each.startsWith(REFUSAL))).toBe(true);
  const isMeant = (refusal: string) => [REFUSAL, TOO_SLOW].some((one) => refusal.startsWith(one));
  expect(refusals.filter((refusal) => !isMeant(refusal))).toEqual([]);
  const { body: { requests } } = await control<{ requests: ReadonlyArray<LoggedRequest> }>(
    `${venue.url}/__log`,
    "GET",
  );
  const posted = requests.filter(({ method, path }) => method === "POST" && path === "/order");
  expect(posted.map(({ status }) => status)).toEqual(Array.from({ length: ORDERS }, () => 200));
  const status = await (await fetch(`${service.url}/api/v1/status`)).json() as {
    readonly venue_limits: ReadonlyArray<unknown>;
  };
  expect(status.venue_limits).toMatchObject([{ tier: "standard", signers: 1 }]);
  tell({ done: "orders at the venue's limit", count: ORDERS, wrong: 0 });
  await service.stop();
});
