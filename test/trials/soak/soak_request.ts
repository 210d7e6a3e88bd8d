/**
 * The requests of a soak: every family, public and keyed, right and wrong.
 *
 * @module
 */
import { ASSETS, INTERVALS } from "../../../core/market/mod.ts";
import type { Random } from "../../stage/random.ts";

/** A request to the service. `path` has the query in it. */
export interface SoakRequest {
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The hundreds of the statuses that it is made for. */
  readonly expects: ReadonlyArray<2 | 4>;
}

/** What requests are made of: the service's time, in unix seconds, and who asks. */
export interface Asker {
  readonly random: Random;
  readonly nowSec: number;
  readonly apiKey: string;
  readonly walletId: string;
}

const DAY_SEC = 86_400;
/** How far back is asked. */
const PAST_DAYS = 400;
/** Addresses of clients: more than any cache by address keeps for the load of a minute. */
const ADDRESSES = 5_000;

/** How often each request is made, in shares of their sum. */
const SHARES: ReadonlyArray<readonly [share: number, make: (asker: Asker) => SoakRequest]> = [
  [14, active],
  [8, atTime],
  [5, batch],
  [3, calendar],
  [6, pastMarket],
  [6, range],
  [2, longRange],
  [2, exchangeRange],
  [6, (asker) => get(asker, `/twap/latest?asset=${asset(asker)}`)],
  [4, (asker) => get(asker, `/fees/event/slug/${slugOf(asker)}`)],
  [4, estimate],
  [3, (asker) => mine(asker, "/account")],
  [4, (asker) => mine(asker, `/orders?walletId=${asker.walletId}`)],
  [2, (asker) => mine(asker, `/orders/history?walletId=${asker.walletId}`)],
  [2, (asker) => mine(asker, `/wallets/balance?walletId=${asker.walletId}`)],
  [8, games],
  [3, (asker) => mine(asker, "/teams?q=city&limit=50")],
  [2, (asker) => mine(asker, "/leagues")],
  [4, (asker) => mine(asker, "/venue2/targets/active")],
  [3, (asker) => mine(asker, `/venue2/targets/timestamp?timestamp=${past(asker)}`)],
  [8, order],
  [1, cancel],
  [2, service],
  [2, stranger],
  [2, mistake],
];
const SUM = SHARES.reduce((sum, [share]) => sum + share, 0);

/** Makes the next request. */
export function makeSoakRequest(asker: Asker): SoakRequest {
  let left = asker.random.below(SUM);
  for (const [share, make] of SHARES) {
    left -= share;
    if (left < 0) return make(asker);
  }
  return active(asker);
}

/** An address that a proxy would name, for services that trust one. */
export function addressOf(random: Random): string {
  const number = random.below(ADDRESSES);
  return `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`;
}

function get({ random }: Asker, path: string): SoakRequest {
  const headers = { "x-forwarded-for": addressOf(random) };
  return { method: "GET", path: `/api/v1${path}`, headers, expects: [2] };
}

function post(asker: Asker, { path, body }: { path: string; body: unknown }): SoakRequest {
  const request = get(asker, path);
  const headers = { ...request.headers, "content-type": "application/json" };
  return { ...request, method: "POST", headers, body: JSON.stringify(body) };
}

function keyed(request: SoakRequest, apiKey: string): SoakRequest {
  return { ...request, headers: { ...request.headers, "x-api-key": apiKey } };
}

/** Asks for what is the asker's alone. */
function mine(asker: Asker, path: string): SoakRequest {
  return keyed(get(asker, path), asker.apiKey);
}

function asset({ random }: Asker): string {
  return random.pick(ASSETS);
}

function interval({ random }: Asker): string {
  return random.pick(INTERVALS);
}

/** Most of what bots ask is about now, some of it about any day. */
function past({ random, nowSec }: Asker): number {
  const reachSec = random.chance(0.5) ? 3_600 : PAST_DAYS * DAY_SEC;
  return nowSec - 60 - random.below(reachSec);
}

/** The slug of the five minutes after these: traded already, and still for a while. */
function slugOf(asker: Asker): string {
  const startSec = asker.nowSec - asker.nowSec % 300 + 300;
  return `${asset(asker)}-updown-5m-${startSec}`;
}

function active(asker: Asker): SoakRequest {
  return get(asker, `/targets/active?asset=${asset(asker)}`);
}

function atTime(asker: Asker): SoakRequest {
  const query = `asset=${asset(asker)}&type=${interval(asker)}&timestamp=${past(asker)}`;
  return get(asker, `/targets/timestamp?${query}&evidence=${asker.random.chance(0.3)}`);
}

function batch(asker: Asker): SoakRequest {
  return get(asker, `/targets/timestamp/batch?type=${interval(asker)}&timestamp=${past(asker)}`);
}

function calendar(asker: Asker): SoakRequest {
  const date = new Date(past(asker) * 1000).toISOString().slice(0, 10);
  return get(asker, `/markets/timestamps?asset=${asset(asker)}&date=${date}`);
}

function pastMarket(asker: Asker): SoakRequest {
  const query = `asset=${asset(asker)}&type=${interval(asker)}&marketStart=${past(asker)}`;
  return get(asker, `/history/market?${query}&includeOutcomeMeta=true&evidence=true`);
}

function range(asker: Asker): SoakRequest {
  const startSec = past(asker) - 7_200;
  const query = `asset=${asset(asker)}&type=5min&start=${startSec}&end=${startSec + 7_200}`;
  return get(asker, `/history/range?${query}&includeOutcomeMeta=${asker.random.chance(0.5)}`);
}

/** As many windows as one answer may have, or nearly. */
function longRange(asker: Asker): SoakRequest {
  const startSec = asker.nowSec - 90 * DAY_SEC;
  const query = `asset=${asset(asker)}&type=1hour&start=${startSec}&end=${asker.nowSec - 60}`;
  return get(asker, `/history/range?${query}`);
}

function exchangeRange(asker: Asker): SoakRequest {
  const startSec = past(asker) - 7_200;
  const mode = asker.random.chance(0.5) ? "&mode=source" : "";
  const query = `asset=${asset(asker)}&type=1hour&start=${startSec}&end=${startSec + 7_200}${mode}`;
  return get(asker, `/history/exchange/range?${query}`);
}

function estimate(asker: Asker): SoakRequest {
  const isLegacy = asker.random.chance(0.5);
  const trade = { makingAmount: 1 + asker.random.below(99), takingAmount: 100 };
  const body = { ...trade, eventSlug: slugOf(asker), ...(isLegacy ? { side: "BUY" } : {}) };
  return post(asker, { path: `/${isLegacy ? "fees" : "new_fees"}/trade-estimate`, body });
}

function games(asker: Asker): SoakRequest {
  const { random } = asker;
  const filters = [
    "?status=live",
    "?include=platforms,coverage",
    `?days=${1 + random.below(7)}&tz=America/New_York`,
    `?source=polymarket&limit=${1 + random.below(200)}`,
  ];
  return mine(asker, `/games${random.pick(filters)}`);
}

/**
 * Half of the keys come twice or more: what was placed is then replayed, or refused where the order
 * is another one. A wallet may have too little for it.
 */
function order(asker: Asker): SoakRequest {
  const { random, walletId, apiKey } = asker;
  const body = {
    walletId,
    slug: slugOf(asker),
    outcome: random.pick(["Up", "Down"]),
    side: random.chance(0.7) ? "BUY" : "SELL",
    amount: 1 + random.below(5),
  };
  const key = random.chance(0.5) ? `soak-${random.below(1_000)}` : `soak-${random.next()}`;
  const request = keyed(post(asker, { path: "/simpleOrders/easyMarketOrder", body }), apiKey);
  const headers = { ...request.headers, "idempotency-key": key };
  return { ...request, headers, expects: [2, 4] };
}

function cancel(asker: Asker): SoakRequest {
  const market = `0x${asker.random.text(64, "0123456789abcdef")}`;
  const request = get(asker, `/orders?walletId=${asker.walletId}&market=${market}`);
  return { ...keyed(request, asker.apiKey), method: "DELETE", expects: [2, 4] };
}

function service({ random }: Asker): SoakRequest {
  const path = random.pick(["/health", "/api/v1/status", "/metrics", "/openapi.json", "/docs"]);
  const headers = { "x-forwarded-for": addressOf(random) };
  // Metrics are for the machine itself, and this one names a client.
  return { method: "GET", path, headers, expects: path === "/metrics" ? [4] : [2] };
}

/** Somebody with a key that does not exist. */
function stranger(asker: Asker): SoakRequest {
  const apiKey = `sk_test_${asker.random.text(32, "abcdefghijklmnop")}`;
  return { ...keyed(get(asker, "/account"), apiKey), expects: [4] };
}

function mistake(asker: Asker): SoakRequest {
  const word = asker.random.text(12, "abcdefghijklmnop");
  const paths = [
    `/${word}`,
    `/targets/active?asset=${word}`,
    `/fees/event/slug/${word}`,
    `/targets/timestamp?asset=btc&type=5min&timestamp=${word}`,
  ];
  return { ...get(asker, asker.random.pick(paths)), expects: [4] };
}
