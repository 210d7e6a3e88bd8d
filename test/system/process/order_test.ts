/** An order of a service that dies, or cannot write, at the wrong moment. @module */
import { afterAll, expect, test } from "bun:test";
import { diskSkip, makeSmallDisk } from "../../adapters/postgres/small_disk.ts";
import { RARE_GAMES } from "../../app/environment.ts";
import { askBothSides, buyOfDay, NOON } from "../../app/order/both_sides.ts";
import { callForOrder, type OrderReply } from "../../app/order/order_call.ts";
import { ORDERER, startTornVenue } from "../../app/order/torn_venue.ts";
import { startProcess, startSandbox } from "../../app/process.ts";
import { control } from "../../simulator/kit/support.ts";
import { withReason } from "../../skip_reason.ts";
import { startHeldProvider } from "../../stage/held_provider.ts";
import { makeFolder } from "../../temporary_folder.ts";
import { until } from "../../until.ts";

const venue = await startTornVenue({ seed: 1, faults: [] });
const [market] = venue.markets;

const order = (url: string, key: string) =>
  callForOrder({ url, orderer: ORDERER }, {
    key,
    fields: { slug: market?.slug, outcome: "Up", side: "BUY", amount: 2 },
  });

const ordersOfVenue = async () =>
  (await control<{ readonly orders: ReadonlyArray<{ readonly id: string }> }>(
    `${venue.url}/__orders`,
    "GET",
  )).body.orders.map(({ id }) => id);

test("an order in flight at kill -9 is placed once, and reported under its key later", async () => {
  const held = startHeldProvider(
    venue.url,
    (method, path) => method === "POST" && path === "/order",
  );
  const settings = { ...venue.settings(), ...RARE_GAMES, POLYMARKET_CLOB_URL: held.url };
  const before = await ordersOfVenue();
  const first = await startSandbox(settings);
  const lost = order(first.url, "in-flight");
  await held.arrived;
  first.kill("SIGKILL");
  expect(await lost).toEqual({ kind: "lost" });
  held.release();
  const second = await startSandbox(settings);
  let reply: OrderReply = { kind: "lost" };
  await until(async () => {
    reply = await order(second.url, "in-flight");
    return reply.kind !== "later";
  });
  const [orderId, ...more] = (await ordersOfVenue()).filter((id) => !before.includes(id));
  expect(reply).toMatchObject({ kind: "placed", orderId, isReplayed: true });
  expect(more).toEqual([]);
  second.kill("SIGTERM");
  expect(await second.exited).toBe(0);
});

test.skipIf(diskSkip !== undefined)(
  withReason("a service is unhealthy while its disk is full, and sends no order then", diskSkip),
  async () => {
    const disk = makeSmallDisk(160 * 1024 * 1024);
    const settings = {
      ...venue.settings(),
      ...RARE_GAMES,
      DATA_DIR: disk.path,
      RATE_LIMIT_PUBLIC: "0",
    };
    const before = (await ordersOfVenue()).length;
    const service = await startSandbox(settings);
    const health = async () => {
      const answer = await fetch(`${service.url}/health`);
      return { status: answer.status, body: await answer.json() };
    };
    let [placed, refused] = [0, 0];
    const place = async () => {
      const { kind } = await order(service.url, `full-disk-${placed}-${refused}`);
      if (kind === "placed") placed += 1;
      else refused += 1;
    };
    await until(async () => {
      await place();
      return placed > 0;
    });
    disk.fill();
    const isFull = '"message":"Cannot write to the store: its disk is full; free space on it"';
    await until(async () => {
      await place();
      return refused > 0 && service.logged().includes(isFull);
    });
    // The venue has what was answered, and nothing else: nothing is sent that is not stored.
    expect((await ordersOfVenue()).length - before).toBe(placed);
    expect(await health()).toEqual({
      status: 502,
      body: {
        error: "Cannot use the store: it takes no writes now",
        hint: "Try again shortly",
      },
    });
    disk.empty();
    expect((await health()).status).toBe(200);
    await service.waitForLog(/"message":"The store takes writes again"/);
    service.kill("SIGTERM");
    expect(await service.exited).toBe(0);
    disk.fill();
    const again = startProcess("sandbox", { ...settings, PORT: "0" });
    expect(await again.exited).toBe(1);
    expect(again.logged()).toMatch(
      /^Cannot open the store: cannot write to \S+: its disk is full; free space on it\n$/,
    );
  },
);

test("a sandbox with a folder agrees with its venue after kill -9", async () => {
  const folder = makeFolder();
  afterAll(folder.remove);
  const settings = { ...RARE_GAMES, DATA_DIR: folder.path, SANDBOX_START: NOON.iso };
  const start = async () => {
    const running = await startSandbox(settings);
    await running.waitFor(/Try:/);
    const said = (pattern: RegExp) => pattern.exec(running.printed())?.[1] ?? "";
    return { ...running, said };
  };
  const first = await start();
  const resting = await buyOfDay(first, { key: "resting", price: 0.01, size: 100 });
  const bought = await buyOfDay(first, { key: "bought", price: 0.99, size: 10 });
  const torn = Array.from(
    { length: 8 },
    (_, at) =>
      buyOfDay(first, { key: `torn-${at}`, price: at % 2 === 0 ? 0.99 : 0.01, size: 5 + at }).then(
        (id) => [id],
        () => [],
      ),
  );
  await Promise.race(torn);
  first.kill("SIGKILL");
  const answered = [resting, bought, ...(await Promise.all(torn)).flat()];
  const second = await start();
  let told = await askBothSides(second);
  await until(async () => {
    told = await askBothSides(second);
    return told.inHistory.every((order) => / (live|matched)$/.test(order)) &&
      told.balanceE6 === 10_000_000_000 - told.spentE6;
  });
  expect(told.inHistory).toEqual(told.atVenue);
  const known = told.inHistory.map((order) => order.split(" ")[0] ?? "");
  expect(known).toEqual(expect.arrayContaining(answered));
  expect(told.open).toEqual(known.filter((_, at) => told.inHistory[at]?.endsWith("live")));
  expect(told.spentE6).toBeGreaterThan(0);
  second.kill("SIGTERM");
  expect(await second.exited).toBe(0);
});
