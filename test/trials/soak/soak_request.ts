/** The requests of a soak: every family, public and keyed, right and wrong. @module */
import { ASSETS, INTERVALS } from "../../../core/market/mod.ts";
import type { Chance } from "../../stage/chance.ts";

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
  readonly chance: Chance;
  readonly nowSec: number;
  readonly apiKey: string;
  readonly walletId: string;
}

const DAY_SEC = 86_400;
/** How far back is asked. */
const PAST_DAYS = 400;
/** Addresses of clients: more than any cache by address keeps for the load of a minute. */
const ADDRESSES = 5_000;

/** What a path names in braces, drawn anew for each request. */
const DRAWN: Readonly<Record<string, (asker: Asker) => string | number | boolean>> = {
  asset: ({ chance }) => chance.pick(ASSETS),
  interval: ({ chance }) => chance.pick(INTERVALS),
  coin: ({ chance }) => chance.is(0.5),
  seldom: ({ chance }) => chance.is(0.3),
  past,
  date: (asker) => new Date(past(asker) * 1000).toISOString().slice(0, 10),
  hours: (asker) => spanOf(past(asker), 7_200),
  /** As many windows of an hour as one answer may have, or nearly. */
  months: ({ nowSec }) => spanOf(nowSec - 60, 90 * DAY_SEC),
  mode: ({ chance }) => chance.is(0.5) ? "&mode=source" : "",
  slug: slugOf,
  wallet: ({ walletId }) => walletId,
  market: ({ chance }) => `0x${chance.text(64, "0123456789abcdef")}`,
  word: ({ chance }) => chance.text(12, "abcdefghijklmnop"),
  filter: ({ chance }) =>
    chance.pick([
      "status=live",
      "include=platforms,coverage",
      `days=${chance.within(1, 8)}&tz=America/New_York`,
      `source=polymarket&limit=${chance.within(1, 201)}`,
    ]),
};

/** How often each request is made, in shares of their sum. */
const SHARES: ReadonlyArray<readonly [share: number, make: (asker: Asker) => SoakRequest]> = [
  [14, anyone("/targets/active?asset={asset}")],
  [
    8,
    anyone("/targets/timestamp?asset={asset}&type={interval}&timestamp={past}&evidence={seldom}"),
  ],
  [5, anyone("/targets/timestamp/batch?type={interval}&timestamp={past}")],
  [3, anyone("/markets/timestamps?asset={asset}&date={date}")],
  [
    6,
    anyone(
      "/history/market?asset={asset}&type={interval}&marketStart={past}" +
        "&includeOutcomeMeta=true&evidence=true",
    ),
  ],
  [6, anyone("/history/range?asset={asset}&type=5min&{hours}&includeOutcomeMeta={coin}")],
  [2, anyone("/history/range?asset={asset}&type=1hour&{months}")],
  [2, anyone("/history/exchange/range?asset={asset}&type=1hour&{hours}{mode}")],
  [6, anyone("/twap/latest?asset={asset}")],
  [4, anyone("/fees/event/slug/{slug}")],
  [4, estimate],
  [3, owner("/account")],
  [4, owner("/orders?walletId={wallet}")],
  [2, owner("/orders/history?walletId={wallet}")],
  [2, owner("/fills?walletId={wallet}")],
  [1, owner("/wallets/guard?walletId={wallet}")],
  [2, owner("/wallets/balance?walletId={wallet}")],
  [8, owner("/games?{filter}")],
  [3, owner("/teams?q=city&limit=50")],
  [2, owner("/leagues")],
  [4, owner("/venue2/targets/active")],
  [3, owner("/venue2/targets/timestamp?timestamp={past}")],
  [8, order],
  [1, cancel],
  [2, service],
  [2, stranger],
  [0.5, mistaken(anyone("/{word}"))],
  [0.5, mistaken(anyone("/targets/active?asset={word}"))],
  [0.5, mistaken(anyone("/fees/event/slug/{word}"))],
  [0.5, mistaken(anyone("/targets/timestamp?asset=btc&type=5min&timestamp={word}"))],
];
const SUM = SHARES.reduce((sum, [share]) => sum + share, 0);

/** Makes the next request. */
export function makeSoakRequest(asker: Asker): SoakRequest {
  let left = asker.chance.next() * SUM;
  for (const [share, make] of SHARES) {
    left -= share;
    if (left < 0) return make(asker);
  }
  throw new Error("the shares have a sum");
}

/** An address that a proxy would name, for services that trust one. */
export function addressOf(chance: Chance): string {
  const number = chance.within(0, ADDRESSES);
  return `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`;
}

/** Most of what bots ask is about now, some of it about any day. */
function past({ chance, nowSec }: Asker): number {
  const reachSec = chance.is(0.5) ? 3_600 : PAST_DAYS * DAY_SEC;
  return nowSec - 60 - chance.within(0, reachSec);
}

function spanOf(endSec: number, lengthSec: number): string {
  return `start=${endSec - lengthSec}&end=${endSec}`;
}

/** The slug of the five minutes after these: traded already, and still for a while. */
function slugOf({ chance, nowSec }: Asker): string {
  return `${chance.pick(ASSETS)}-updown-5m-${nowSec - nowSec % 300 + 300}`;
}

/** Asks for what everybody may read. */
function anyone(path: string) {
  return (asker: Asker): SoakRequest => ({
    method: "GET",
    path: `/api/v1${path.replace(/\{(\w+)\}/g, (_, name) => String(DRAWN[name]?.(asker)))}`,
    headers: { "x-forwarded-for": addressOf(asker.chance) },
    expects: [2],
  });
}

/** Asks for what is the asker's alone. */
function owner(path: string) {
  return (asker: Asker): SoakRequest => keyed(anyone(path)(asker), asker.apiKey);
}

function mistaken(make: (asker: Asker) => SoakRequest) {
  return (asker: Asker): SoakRequest => ({ ...make(asker), expects: [4] });
}

function keyed(request: SoakRequest, apiKey: string): SoakRequest {
  return { ...request, headers: { ...request.headers, "x-api-key": apiKey } };
}

function posted(request: SoakRequest, body: unknown): SoakRequest {
  const headers = { ...request.headers, "content-type": "application/json" };
  return { ...request, method: "POST", headers, body: JSON.stringify(body) };
}

function estimate(asker: Asker): SoakRequest {
  const isLegacy = asker.chance.is(0.5);
  const trade = { makingAmount: asker.chance.within(1, 100), takingAmount: 100 };
  return posted(anyone(`/${isLegacy ? "fees" : "new_fees"}/trade-estimate`)(asker), {
    ...trade,
    eventSlug: slugOf(asker),
    ...(isLegacy ? { side: "BUY" } : {}),
  });
}

/**
 * Half of the keys come twice or more: what was placed is then replayed, or refused where the order
 * is another one. A wallet may have too little for it.
 */
function order(asker: Asker): SoakRequest {
  const { chance, walletId } = asker;
  const request = posted(owner("/simpleOrders/easyMarketOrder")(asker), {
    walletId,
    slug: slugOf(asker),
    outcome: chance.pick(["Up", "Down"]),
    side: chance.is(0.7) ? "BUY" : "SELL",
    amount: chance.within(1, 6),
  });
  const key = chance.is(0.5) ? `soak-${chance.within(0, 1_000)}` : `soak-${chance.next()}`;
  return { ...request, headers: { ...request.headers, "idempotency-key": key }, expects: [2, 4] };
}

function cancel(asker: Asker): SoakRequest {
  const request = owner("/orders?walletId={wallet}&market={market}")(asker);
  return { ...request, method: "DELETE", expects: [2, 4] };
}

function service({ chance }: Asker): SoakRequest {
  const path = chance.pick(["/health", "/api/v1/status", "/metrics", "/openapi.json", "/docs"]);
  const headers = { "x-forwarded-for": addressOf(chance) };
  // Metrics are for the machine itself, and this one names a client.
  return { method: "GET", path, headers, expects: path === "/metrics" ? [4] : [2] };
}

/** Somebody with a key that does not exist. */
function stranger(asker: Asker): SoakRequest {
  const apiKey = `sk_test_${asker.chance.text(32, "abcdefghijklmnop")}`;
  return { ...keyed(anyone("/account")(asker), apiKey), expects: [4] };
}
