/** A fleet under load, through one fault after the other: what each costs. @module */
import { ASSETS } from "../../../core/market/mod.ts";
import { askOne, fleetStateOf } from "./ask_fleet.ts";
import { type Fault, SERVED } from "./faults.ts";
import type { Ground } from "./ground.ts";
import { type OrderLoad, startOrderLoad } from "./order_load.ts";
import { activeQuestion, type PriceLoad, startPriceLoad, wrongPrice } from "./price_load.ts";
import { startStreamLoad, type StreamLoad } from "./stream_load.ts";
import { addFlaw, makeTally, type Tally } from "./tally.ts";

/** How much load, and for how long each fault lasts. */
export interface LoadOptions {
  readonly requestsPerSec: number;
  readonly ordersPerSec: number;
  readonly clients: number;
  readonly holdMs: number;
  /** Begins each fault so that 5min windows open in its middle. */
  readonly isAligned: boolean;
}

interface Loads {
  readonly prices: PriceLoad;
  readonly streams: StreamLoad;
  readonly orders: OrderLoad;
}

const LOOK_EVERY_MS = 100;
/** What takes longer to recover has not recovered. */
const RECOVERED_MS_MAX = 90_000;
/** Clients of the stream may be so far behind what was observed, in milliseconds of the machine. */
const BEHIND_MS = 1_500;
const WINDOW_MS = 300_000;
const SERVING_TIMEOUT_MS = 2_000;

/** Starts the loads, which go on until they are stopped; resolves once all of them are served. */
export async function loadFleet(ground: Ground, options: LoadOptions) {
  const { requestsPerSec, ordersPerSec, clients } = options;
  const tally = { ...makeTally(), isLasting: true };
  const loads: Loads = {
    prices: startPriceLoad(ground, { perSec: requestsPerSec, tally }),
    streams: startStreamLoad(ground, { clients, tally }),
    orders: startOrderLoad(ground, { perSec: ordersPerSec, tally }),
  };
  // Only who already follows a topic can miss something of it.
  const { isBack, backLast } = await untilRecovered(ground, { loads, sinceMs: performance.now() });
  if (!isBack) throw new Error(`the fleet never served its load: ${backLast}`);
  return {
    /** What was counted before the first fault. */
    first: tally,
    suffer: (fault: Fault) => suffer(ground, { loads, options, fault }),
    stop: async () => {
      loads.streams.stop();
      loads.orders.stop();
      await loads.prices.stop();
    },
  };
}

async function suffer(
  ground: Ground,
  { loads, options, fault }: {
    readonly loads: Loads;
    readonly options: LoadOptions;
    readonly fault: Fault;
  },
) {
  const { prices, streams, orders } = loads;
  await refill(ground);
  if (options.isAligned) await untilWindowIn(ground, options.holdMs / 2);
  const tally = { ...makeTally(), isLasting: true };
  for (const load of [prices, streams, orders]) load.countInto(tally);
  orders.resume();
  const beganMs = performance.now();
  const end = await fault.begin(ground);
  const restMs = options.holdMs - (performance.now() - beganMs);
  if (fault.healsItself !== true && restMs > 0) await Bun.sleep(restMs);
  if (fault.isAlone === true) await expectAlone(ground, tally);
  const endedMs = fault.healsItself === true ? beganMs : performance.now();
  tally.isLasting = false;
  await end();
  const { isBack, backLast } = await untilRecovered(ground, { loads, sinceMs: performance.now() });
  const recoveredMs = isBack ? performance.now() - endedMs : undefined;
  await orders.settle();
  await orders.judge();
  await askForMissing(ground, { streams, tally });
  await checkQuota(ground, tally);
  // What must not be so, how long everything took to be as before, and what came back last.
  return { tally, harms: harmsOf(tally, { fault, isBack }), recoveredMs, backLast };
}

function harmsOf(
  { sent, held, wrong, lost, doubled, missing, orders }: Tally,
  { fault: { floor = SERVED }, isBack }: { readonly fault: Fault; readonly isBack: boolean },
): ReadonlyArray<string> {
  const heldMin = Math.max(1, floor.heldMin * sent);
  return [
    ...(wrong + lost + doubled > 0 ? [`${wrong} wrong, ${lost} lost, ${doubled} doubled`] : []),
    ...(held < heldMin ? [`${held} of ${sent} held, not ${Math.ceil(heldMin)}`] : []),
    ...(missing > floor.missingMax ? [`${missing} published as missing`] : []),
    ...(orders === 0 ? ["no order was requested"] : []),
    ...(isBack ? [] : ["never recovered"]),
  ];
}

/** Books are used up by fills. */
async function refill({ simulators, markets }: Ground): Promise<void> {
  for (const { tokenIds } of markets) {
    const body = JSON.stringify({
      token_id: tokenIds.Up,
      bids: [["0.46", "4000"]],
      asks: [["0.54", "4000"]],
    });
    const put = await fetch(`${simulators.urlOf("venue-orders")}/__book`, { method: "PUT", body });
    if (!put.ok) throw new Error(await put.text());
  }
}

/** Resolves this long before the next windows open. */
async function untilWindowIn({ clock }: Ground, beforeMs: number): Promise<void> {
  const leftMs = () => clock.realMs(WINDOW_MS - clock.nowMs() % WINDOW_MS);
  const waitMs = leftMs() - beforeMs;
  await Bun.sleep(waitMs >= 0 ? waitMs : waitMs + clock.realMs(WINDOW_MS));
}

/** Every replica notices that it is alone. */
async function expectAlone({ replicas }: Ground, tally: Tally): Promise<void> {
  const untilMs = performance.now() + RECOVERED_MS_MAX;
  for (const replica of replicas) {
    for (;;) {
      const fleet = await fleetStateOf(replica).catch(() => undefined);
      if (fleet?.state === "alone") break;
      if (performance.now() > untilMs) {
        return addFlaw(tally, "wrong", { what: `${replica.url} is not alone` });
      }
      await Bun.sleep(LOOK_EVERY_MS);
    }
  }
}

/** Resolves once everything is as before, or if that takes too long. */
async function untilRecovered(
  ground: Ground,
  { loads: { orders, streams }, sinceMs }: { readonly loads: Loads; readonly sinceMs: number },
): Promise<{ readonly isBack: boolean; readonly backLast: string }> {
  let backLast = "nothing";
  while (performance.now() - sinceMs < RECOVERED_MS_MAX) {
    const awaited = orders.isPlacedSince(sinceMs) ? await awaitedOf(ground, streams) : "orders";
    if (awaited === undefined) return { isBack: true, backLast };
    backLast = awaited;
    await Bun.sleep(LOOK_EVERY_MS);
  }
  return { isBack: false, backLast };
}

/**
 * What is not as before; undefined once every replica serves every price, they share their work,
 * one holds the sockets, and all streams are at the head.
 */
async function awaitedOf(ground: Ground, streams: StreamLoad): Promise<string | undefined> {
  const { clock, replicas } = ground;
  const headSec = Math.floor((clock.nowMs() - BEHIND_MS * clock.speed) / 1_000);
  const behind = streams.behind(headSec);
  if (behind > 0) return `${behind} clients of the stream`;
  try {
    const fleet = await Promise.all(replicas.map(fleetStateOf));
    const holders = fleet.filter(({ holds }) => holds.includes("oracle sockets"));
    if (holders.length !== 1) return `${holders.length} replicas hold the sockets`;
    const areTogether = fleet.every((one) => one.state === "shared" && one.limits === "redis");
    if (!areTogether) return "replicas share their work";
    const serving = await Promise.all(replicas.map(({ url }) => isServing(ground, url)));
    return serving.every((is) => is) ? undefined : "prices";
  } catch {
    return "answers of a replica";
  }
}

async function isServing({ truth }: Ground, url: string): Promise<boolean> {
  const asset = ASSETS[Math.floor(Math.random() * ASSETS.length)] ?? "btc";
  const { path, read } = activeQuestion(asset);
  const [health, active] = await Promise.all(["/health", path].map((asked) => {
    const address = `10.8.0.${Math.floor(Math.random() * 250)}`;
    return askOne(`${url}${asked}`, { address, timeoutMs: SERVING_TIMEOUT_MS });
  }));
  if (health?.status !== 200 || active?.status !== 200) return false;
  const windows = read(active.body as never);
  return typeof windows !== "string" &&
    windows.every((window) => window.ok && wrongPrice(truth, { asset, ...window }) === undefined);
}

/** A window that the stream published as missing must be there when it is asked for. */
async function askForMissing(
  { replicas, truth }: Ground,
  { streams, tally }: { readonly streams: StreamLoad; readonly tally: Tally },
): Promise<void> {
  for (const [index, { asset, interval, startSec }] of streams.takeMissing().entries()) {
    const path = `/api/v1/targets/timestamp?asset=${asset}&type=${interval}&timestamp=${startSec}`;
    const address = `10.9.${index >> 8}.${index & 255}`;
    const url = `${replicas[index % replicas.length]?.url}${path}`;
    const { status, body } = await askOne(url, { address });
    const { price } = body as { readonly price: number };
    const window = { asset, marketType: interval, windowStart: startSec, price };
    const what = status === 200 ? wrongPrice(truth, window) : `status ${status}`;
    if (what !== undefined) addFlaw(tally, "lost", { what: `${path}: ${what}` });
  }
}

/** How many times the limit one caller asks for: half more than replicas that count alone allow. */
const TIMES_LIMIT = 1.5;
/** A busy machine may miss a count in Redis, and counts alone for a while: it is asked again. */
const CHECKS_MAX = 10;

/** Counts as wrong if the replicas, together, let through anything but the limit every time. */
async function checkQuota(ground: Ground, tally: Tally): Promise<void> {
  const { replicas, quota: { limit } } = ground;
  const count = Math.ceil(limit * replicas.length * TIMES_LIMIT);
  let most = 0;
  for (let check = 0; check < CHECKS_MAX; check++) {
    most = await passedOf(ground, count);
    // A period of a fast clock may end in the middle: the other has more than enough then.
    if (most === limit) return;
  }
  addFlaw(tally, "wrong", { what: `the limit of ${limit} let ${most} through in one period` });
}

/** The most questions of a new caller that were let through in one period. */
async function passedOf({ replicas }: Ground, count: number): Promise<number> {
  // An address nobody has asked from: an earlier run of the same world may still be counted.
  const parts = [...crypto.getRandomValues(new Uint16Array(3))].map((part) => part.toString(16));
  const address = `2001:${parts.join(":")}::1`;
  // Answered from the clock alone.
  const path = "/api/v1/markets/timestamps?asset=btc&interval=1hour&date=2026-11-20";
  const answers = await Promise.all(Array.from({ length: count }, (_, number) => {
    const url = `${replicas[number % replicas.length]?.url}${path}`;
    return askOne(url, { address }).catch(() => undefined);
  }));
  const passed = answers.filter((answer) => answer?.status === 200);
  const periods = Map.groupBy(passed, (answer) => answer?.headers.get("x-ratelimit-reset"));
  return Math.max(0, ...[...periods.values()].map(({ length }) => length));
}
