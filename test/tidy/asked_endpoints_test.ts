import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { ENDPOINTS as BINANCE } from "../../app/simulator/binance/binance_simulator.ts";
import { ENDPOINTS as CHAINLINK } from "../../app/simulator/chainlink/chainlink_simulator.ts";
import { ENDPOINTS as ESPN } from "../../app/simulator/espn/espn_simulator.ts";
import { ENDPOINTS as HYPERLIQUID } from "../../app/simulator/hyperliquid/hyperliquid_simulator.ts";
import { ENDPOINTS as KALSHI } from "../../app/simulator/kalshi/kalshi_simulator.ts";
import { ENDPOINTS as LIMITLESS } from "../../app/simulator/limitless/limitless_simulator.ts";
import { ENDPOINTS as SX_BET } from "../../app/simulator/sx_bet/sx_bet_simulator.ts";

/**
 * Who asks a simulator for what: a file, any test, a package of the provider, or an issue that is
 * still open. What nobody asks goes, with its tests.
 */
const ASKERS: Readonly<Record<string, ReadonlyArray<readonly [asker: string, ...string[]]>>> = {
  kit: [
    ["adapters/http/document/guide/operations.md", "POST /__faults", "GET /__log"],
    ["adapters/http/document/guide/operations.md", "DELETE /__sockets"],
    ["test", "DELETE /__faults", "DELETE /__log", "GET /__sockets"],
  ],
  binance: [
    ["adapters/binance/clock.ts", "GET /api/v3/time"],
    ["adapters/binance/client.ts", "GET /api/v3/klines", "GET /api/v3/aggTrades"],
    ["adapters/binance/client.ts", "GET /fapi/v1/klines", "GET /fapi/v1/aggTrades"],
    [
      "adapters/binance/archive/archive_file.ts",
      "GET /data/spot/daily/klines/*",
      "GET /data/futures/um/daily/klines/*",
    ],
    [
      "adapters/binance/stream_address.ts",
      "SOCKET /stream aggTrade",
      "SOCKET /mirror/stream aggTrade",
      "SOCKET /market/stream aggTrade",
    ],
    ["test", "PUT /__series"],
  ],
  chainlink: [
    ["adapters/chainlink/client.ts", "GET /api/v1/discovery", "GET /api/v1/reports/latest"],
    ["adapters/chainlink/client.ts", "GET /api/v1/reports", "GET /api/v1/reports/bulk"],
    ["adapters/chainlink/client.ts", "GET /api/v1/reports/page"],
    ["adapters/chainlink/stream_target.ts", "HEAD /", "SOCKET /api/v1/ws"],
    ["test", "PUT /__reports"],
  ],
  espn: [
    ["adapters/espn/client.ts", "GET /apis/site/v2/sports/*/*/scoreboard"],
    ["test", "PUT /__scoreboard"],
  ],
  hyperliquid: [
    ["adapters/hyperliquid/client.ts", "POST /info outcomeMeta", "POST /info allMids"],
    ["adapters/hyperliquid/listing_state.ts", "SOCKET /ws outcomeMetaUpdates"],
    ["adapters/hyperliquid/market_stream.ts", "SOCKET /ws allMids"],
    // The links of `tradeUrls` lead to these pages.
    ["core/venue2/trade_reference.ts", "GET /trade/*"],
    ["test", "PUT /__listing", "PUT /__mids", "PUT /__settled"],
  ],
  kalshi: [
    ["adapters/kalshi/client.ts", "GET /trade-api/v2/events"],
    ["adapters/kalshi/windows_client.ts", "GET /trade-api/v2/markets"],
    ["adapters/kalshi/windows_client.ts", "GET /trade-api/v2/historical/markets"],
    ["adapters/kalshi/windows_client.ts", "GET /trade-api/v2/historical/cutoff"],
    ["adapters/kalshi/windows_client.ts", "GET /trade-api/v2/exchange/status"],
    ["test", "PUT /__listing", "PUT /__windows"],
  ],
  limitless: [
    ["adapters/limitless/client.ts", "GET /markets/active"],
    ["test", "PUT /__listing"],
  ],
  sx_bet: [
    ["adapters/sx_bet/client.ts", "GET /leagues", "GET /markets/active"],
    ["test", "PUT /__listing"],
  ],
  polymarket: [
    [
      "adapters/polymarket/gamma/client.ts",
      "GET /events/slug/*",
      "GET /events/*",
      "GET /markets/slug/*",
      "GET /markets",
    ],
    ["adapters/polymarket/games/client.ts", "GET /events/keyset", "GET /sports"],
    // The links of `url` lead to these pages.
    ["app/settings/settings.ts", "GET /event/*"],
    ["adapters/polymarket/clob/client.ts", "GET /time", "POST /auth/api-key"],
    ["adapters/polymarket/clob/client.ts", "GET /auth/derive-api-key"],
    ["adapters/polymarket/clob/client.ts", "GET /auth/ban-status/closed-only"],
    ["adapters/polymarket/clob/balance.ts", "GET /balance-allowance"],
    ["adapters/polymarket/clob/balance.ts", "GET /balance-allowance/update"],
    ["adapters/polymarket/clob/order_sending.ts", "POST /order"],
    ["adapters/polymarket/clob/cancelling.ts", "DELETE /cancel-all"],
    ["adapters/polymarket/clob/cancelling.ts", "DELETE /cancel-market-orders"],
    ["adapters/polymarket/clob/orders.ts", "GET /data/orders", "GET /data/order/*"],
    ["adapters/polymarket/clob/orders.ts", "GET /data/trades"],
    ["adapters/polymarket/clob/market.ts", "GET /book", "GET /clob-markets/*"],
    ["@polymarket/clob-client-v2", "GET /version", "GET /markets-by-token/*"],
    ["@polymarket/clob-client-v2", "GET /tick-size", "GET /neg-risk"],
    ["adapters/polymarket/clob/order_sending.ts", "POST /orders"],
    ["adapters/polymarket/clob/cancelling.ts", "DELETE /order", "DELETE /orders"],
    ["issue: the whole life of an order", "POST /heartbeats"],
    ["@polymarket/clob-client-v2", "POST /v1/heartbeats"],
    ["issue: the whole window in one subscription", "POST /books"],
    ["issue: rehearsal", "GET /price", "GET /midpoint", "GET /spread", "GET /last-trade-price"],
    ["issue: rehearsal", "POST /prices", "POST /midpoints", "POST /spreads"],
    ["issue: rehearsal", "POST /last-trades-prices"],
    ["adapters/polymarket/book/book_follower.ts", "SOCKET /ws/market"],
    ["adapters/polymarket/user/wallet_stream.ts", "SOCKET /ws/user"],
    ["adapters/polymarket/site/site_question.ts", "GET /api/crypto/crypto-price"],
    ["adapters/polymarket/site/venue_region.ts", "GET /api/geoblock"],
    ["adapters/polymarket/data/client.ts", "GET /v2/resolutions"],
    ["adapters/polymarket/data/index_walk.ts", "GET /v2/positions", "GET /v2/activity"],
    ["adapters/polymarket/data/index_walk.ts", "GET /v2/status"],
    ["issue: positions, and claiming what was won", "GET /v2/trades", "POST /"],
    [
      "issue: positions, and claiming what was won",
      "GET /v1/account/transactions/params",
      "GET /v1/account/transactions/",
      "POST /submit",
      "POST /auth/builder-api-key",
    ],
    ["test", "GET /nonce", "GET /relay-payload", "GET /deployed", "GET /transaction"],
    ["adapters/polymarket/relay/relay_link.ts", "SOCKET /ws"],
    ["test", "PUT /__event", "PUT /__account", "PUT /__mode", "PUT /__book", "GET /__orders"],
    ["test", "POST /__settlement", "DELETE /__touches", "POST /__chain", "PUT /__lag"],
    ["test", "PUT /__published", "PUT /__resolution", "PUT /__points"],
    ["test", "PUT /__gas", "POST /__relaying", "POST /__auto_redeem"],
    ["test", "POST /__drain", "POST /__close", "POST /__drop", "POST /__error"],
  ],
};

/** Calls that a table of the simulators holds, besides those that are written as one text. */
const TABLES: Readonly<Record<string, Iterable<string>>> = {
  binance: BINANCE,
  chainlink: CHAINLINK,
  espn: ESPN,
  hyperliquid: HYPERLIQUID,
  kalshi: KALSHI.keys(),
  limitless: LIMITLESS.keys(),
  sx_bet: SX_BET.keys(),
  // Served by a pattern: where it is, and what it says.
  polymarket: [
    ["GET /event/*", "gamma/event_page.ts", "/event"],
    ["GET /clob-markets/*", "clob/public_calls.ts", "clob-markets"],
    ["GET /markets-by-token/*", "clob/public_calls.ts", "markets-by-token"],
    ["GET /tick-size", "clob/public_calls.ts", "tick-size"],
    ["GET /neg-risk", "clob/public_calls.ts", "neg-risk"],
    ["SOCKET /ws", "relay/relay_simulator.ts", '"/ws"'],
  ].flatMap(([call = "", file = "", text = ""]) =>
    textOf(`app/simulator/polymarket/${file}`).includes(text) ? [call] : []
  ),
};

function textOf(path: string): string {
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}

/** All that the files of a simulator answer; the last of a path may be an id. */
function servedBy(name: string): ReadonlySet<string> {
  const texts = [...new Bun.Glob(`app/simulator/${name}/**/*.ts`).scanSync(".")].map(textOf);
  const written = texts.flatMap((text) => [
    ...[...text.matchAll(/(?:\[\s*|case )"((?:GET|POST|PUT|DELETE|HEAD) \/[^"\s]*)"/g)].map((
      [, call],
    ) => call),
    ...[...text.matchAll(/case "(\/ws[^"]*)":/g)].map(([, path]) => `SOCKET ${path}`),
    // The table of the venue's metadata, whose paths are all read.
    ...[...text.matchAll(/^ {2}\["(\/[^"]+)", /gm)].map(([, path]) => `GET ${path}`),
  ]);
  return new Set([
    ...TABLES[name] ?? [],
    ...written.map((call = "") => call.replace(/(?<=\/order)\/$/, "/*")),
  ]);
}

/** Whether an asker still writes the last part of a call that has a name. */
function isAsked(asker: string, call: string): boolean {
  if (asker.startsWith("issue: ")) return true;
  const part = call.split(/[/ ]/).findLast((part) => part !== "" && part !== "*") ?? "";
  const named = new RegExp(`[/@"\`]${part}\\b`);
  const folders: ReadonlyMap<string, string> = new Map([
    ["test", "test/**/*.ts"],
    ["@polymarket/clob-client-v2", "node_modules/@polymarket/clob-client-v2/dist/**/*.js"],
  ]);
  const folder = folders.get(asker);
  const paths = folder === undefined ? [asker] : [...new Bun.Glob(folder).scanSync(".")];
  return paths.some((path) => !path.startsWith("test/tidy/") && named.test(textOf(path)));
}

describe.each(Object.entries(ASKERS))("the simulator %s", (name, rows) => {
  const asked = rows.flatMap(([, ...calls]) => calls);

  test("answers what somebody asks, and nothing else", () => {
    expect([...servedBy(name)].toSorted()).toEqual(asked.toSorted());
  });

  test("has no call whose asker does not name it any more", () => {
    const forgotten = rows.flatMap(([asker, ...calls]) =>
      calls.filter((call) => !isAsked(asker, call)).map((call) => `${asker}: ${call}`)
    );
    expect(forgotten).toEqual([]);
  });
});

test("every simulator has a table of who asks it", () => {
  const folders = [...new Bun.Glob("app/simulator/*/*_simulator.ts").scanSync(".")]
    .map((path) => path.split("/")[2]);
  expect(Object.keys(ASKERS)).toEqual(expect.arrayContaining(folders));
});
