import { afterAll, expect, test } from "bun:test";
import { prices } from "../../../adapters/http/price/prices.ts";
import { windows } from "../../../adapters/http/window/windows.ts";
import { INTERVAL_PARAMETERS } from "../../../adapters/http/wire/market.ts";
import { pluginOperations } from "../edge/quiet_plugin.ts";
import { makePriceServer } from "./price_server.ts";

const server = makePriceServer({ nowIso: "2026-11-20T12:34:56Z" });
afterAll(() => server.stop());

/** What else each route needs. */
const REST: Readonly<Record<string, string>> = {
  timestamp: "2026-11-20T10:00:00Z",
  asset: "btc",
  date: "2026-11-20",
  start: "2026-11-20T10:00:00Z",
  end: "2026-11-20T12:00:00Z",
  from: "2026-11-20T10:00:00Z",
};

const ROUTES = [...pluginOperations(prices), ...pluginOperations(windows)]
  .map(({ path, parameters }) => ({
    path: path.replace("/api/v1", ""),
    names: parameters.map(({ name }) => name),
  }))
  .flatMap(({ path, names }) => {
    const [name] = names.filter((name) => INTERVAL_PARAMETERS.includes(name));
    const asked = names.includes("timestamp") ? ["timestamp", "asset"] : Object.keys(REST);
    const rest = asked.filter((name) => names.includes(name)).map((name) =>
      `${name}=${REST[name]}`
    );
    return name === undefined ? [] : [{ name, path, query: rest.join("&") }];
  });

test("routes that take an interval document the name that is specified, and no other", () => {
  expect(ROUTES.map(({ path, name }) => `${path} ${name}`)).toEqual([
    "/targets/active types",
    "/targets/timestamp type",
    "/targets/timestamp/batch type",
    "/markets/timestamps interval",
    "/history/market type",
    "/timeseries/market type",
    "/history/range type",
    "/timeseries/range type",
    "/history/exchange/range type",
    "/windows/active interval",
    "/windows/basis interval",
    "/windows interval",
  ]);
});

test.each(ROUTES)("$path understands an interval under any name", async ({ path, name, query }) => {
  const ask = async (intervals: string) => {
    const { status, body: { now: _, ...body } } = await server.get(`${path}?${intervals}&${query}`);
    return [status, body] as const;
  };
  // Another venue has windows of 15 minutes alone.
  const [long, short] = path === "/windows/basis" ? ["15min", "15m"] : ["1hour", "1h"];
  const [status, told] = await ask(`${name}=${long}`);
  expect(status).toBe(200);
  for (const alias of INTERVAL_PARAMETERS) {
    expect(await ask(`${alias}=${short}`)).toEqual([200, told]);
  }
  const other = INTERVAL_PARAMETERS.find((alias) => alias !== name);
  expect(await ask(`${name}=${long}&${other}=${short.toUpperCase()}`)).toEqual([200, told]);
  expect(await ask(`${other}=daily&${name}=${long}`)).toMatchObject([400, {
    error: `Cannot use ${other} "daily"`,
    hint: `It means the same as ${name}: send one of them`,
  }]);
});
