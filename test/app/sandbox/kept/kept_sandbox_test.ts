/** The lives of sandboxes in one folder. @module */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync } from "node:fs";
import { RARE_GAMES, type Settings } from "../../environment.ts";
import { type OpenSandbox, openSandbox } from "../../open_sandbox.ts";
import { placeUntilSent } from "../../order/place_until_sent.ts";
import { control } from "../../../simulator/kit/support.ts";
import { makeFolder } from "../../../temporary_folder.ts";

const TIMEOUT_MS = 400_000;
const SEED = "20";
const SLUG = "btc-1d-2026-11-20-0000";
const folder = makeFolder();
afterAll(folder.remove);
const settings: Settings = {
  ...RARE_GAMES,
  DATA_DIR: folder.path,
  SANDBOX_SEED: SEED,
  SANDBOX_START: "2026-11-20T12:00:00Z",
  SANDBOX_SPEED: "60",
};

/** Calls a sandbox as its demo user. */
function callerOf({ url, said }: OpenSandbox) {
  const headers = { "x-api-key": said(/API key +(\S+)/), "content-type": "application/json" };
  const walletId = said(/wallet +([0-9a-f-]{36})/);
  const get = async <A>(path: string) =>
    await (await fetch(`${url}/api/v1/${path}?walletId=${walletId}`, { headers })).json() as A;
  const order = (fields: Readonly<Record<string, unknown>>) =>
    placeUntilSent(async (tries) => {
      const response = await fetch(`${url}/api/v1/orders`, {
        method: "POST",
        headers: { ...headers, "idempotency-key": `order-${fields["price"]}-${tries}` },
        body: JSON.stringify({ walletId, slug: SLUG, outcome: "Up", side: "BUY", ...fields }),
      });
      return await response.json() as { readonly orderId: string; readonly status: string };
    });
  return { get, order };
}

interface List<A> {
  readonly data: ReadonlyArray<A>;
}

/** What both sides tell of orders and money. */
async function bothSides(sandbox: OpenSandbox) {
  const { get } = callerOf(sandbox);
  const clob = sandbox.said(/venue-orders +(http:\S+)/);
  const { body: { orders } } = await control<{
    readonly orders: ReadonlyArray<{ readonly id: string; readonly status: string }>;
  }>(`${clob}/__orders`, "GET");
  const [open, history, positions, balance] = await Promise.all([
    get<List<{ readonly id: string }>>("orders"),
    get<List<{ readonly order_id: string }>>("orders/history"),
    get<List<{ readonly shares: number }>>("positions"),
    get<{ readonly balance_usdc: number }>("wallets/balance"),
  ]);
  return {
    atVenue: orders.map(({ id, status }) => [id, status]),
    open: open.data.map(({ id }) => id),
    history: history.data.map((one) => one.order_id).toSorted(),
    shares: positions.data.map(({ shares }) => shares),
    usdc: balance.balance_usdc,
  };
}

const reasonOf = (changed: Settings) =>
  openSandbox({ ...settings, ...changed }).then(() => "it started", ({ message }) => message);

describe("a sandbox with a folder", () => {
  let told: Awaited<ReturnType<typeof bothSides>>;
  let [resting, bought] = ["", ""];
  let endedIso = "";

  beforeAll(async () => {
    const first = await openSandbox(settings);
    expect(first.greeting).toContain(`kept in    ${folder.path}/sandbox_${SEED}, from now on`);
    const { get, order } = callerOf(first);
    resting = (await order({ price: 0.01, size: 100 })).orderId;
    const taken = await order({ price: 0.99, size: 10 });
    expect(taken.status).toBe("matched");
    bought = taken.orderId;
    told = await bothSides(first);
    endedIso = (await get<{ readonly now: string }>("wallets/balance")).now;
    await first.stop();
  }, TIMEOUT_MS);

  test("goes on where it ended, at another speed, and says so", async () => {
    const second = await openSandbox({ ...settings, SANDBOX_SPEED: "1" });
    expect(second.said(/speed 1, clock at (\S+)/) > endedIso).toBe(true);
    expect(second.said(/goes on from (\S+), where it ran at speed 60/) > endedIso).toBe(true);
    const again = await bothSides(second);
    expect(again).toEqual(told);
    expect(again.open).toEqual([resting]);
    expect(again.history).toEqual([resting, bought].toSorted());
    await second.stop();
  }, TIMEOUT_MS);

  test("does not start with another seed or calendar, and says both ways out", async () => {
    expect(await reasonOf({ SANDBOX_SEED: "21" })).toBe(
      `Cannot start the sandbox of seed 21 in ${folder.path}: it has the world of seed ${SEED}; ` +
        `set SANDBOX_SEED=${SEED} to go on with that, or use --fresh, which empties it`,
    );
    expect(await reasonOf({ VENUE_PROFILE: "polymarket" })).toBe(
      `Cannot go on with the world in ${folder.path}/sandbox_${SEED}: it was made with ` +
        "VENUE_PROFILE=spec; set that, or use --fresh, which empties it",
    );
  }, TIMEOUT_MS);

  test("begins anew with --fresh, which leaves live mode alone", async () => {
    mkdirSync(`${folder.path}/live/store`, { recursive: true });
    const fresh = await openSandbox({ ...settings, SANDBOX_SEED: "21" }, ["--fresh"]);
    expect(readdirSync(folder.path).toSorted()).toEqual(["live", "sandbox_21"]);
    expect(readdirSync(`${folder.path}/live`)).toEqual(["store"]);
    expect(await bothSides(fresh)).toMatchObject({ atVenue: [], history: [], usdc: 10_000 });
    await expect(openSandbox({ ...settings, SANDBOX_SEED: "22" }, ["--fresh"])).rejects.toThrow(
      `Cannot empty ${folder.path}/sandbox_21: a running sandbox uses it; stop it first`,
    );
    await fresh.stop();
  }, TIMEOUT_MS);
});
