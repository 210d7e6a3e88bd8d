import { afterEach, describe, expect, test } from "bun:test";
import { Result } from "effect";
import {
  ASSETS,
  assetsWith,
  checkSeries,
  factsOf,
  INTERVALS,
  KNOWN_ASSETS,
  parseAsset,
  seriesOf,
  serveAssets,
} from "../../../core/market/mod.ts";

const SPECIFIED = ASSETS.join(",");

afterEach(() => Result.getOrThrow(serveAssets(SPECIFIED)));

describe("the assets that are served", () => {
  test("are the specification's seven unless others are chosen", () => {
    expect(ASSETS.join(" ")).toBe("btc eth sol xrp hype doge bnb");
    expect(serveAssets(" , ")).toEqual(Result.void);
    expect(ASSETS).toHaveLength(7);
    expect(serveAssets(" ZEC, btc,zec")).toEqual(Result.void);
    expect(ASSETS).toEqual(["zec", "btc"]);
    expect(parseAsset("Zec")).toEqual(Result.succeed("zec"));
  });

  test("are known ones", () => {
    const refused = Result.getOrThrow(Result.flip(serveAssets("btc,luna")));
    expect(`${refused.message}: ${refused.hint}`).toBe(
      `Cannot use ASSETS "luna": Give some of ${KNOWN_ASSETS.join(", ")}, separated by commas`,
    );
    expect(ASSETS.join(",")).toBe(SPECIFIED);
  });

  test("are named where another is asked for, and who can add it", () => {
    expect(parseAsset("zec")).toMatchObject(Result.fail({
      hint:
        "Use one of btc, eth, sol, xrp, hype, doge, bnb; whoever runs the service adds zec to " +
        "ASSETS",
    }));
    expect(parseAsset("luna")).toMatchObject(Result.fail({
      hint: "Use one of btc, eth, sol, xrp, hype, doge, bnb",
    }));
  });

  test("have the windows that their rows say, and no others", () => {
    expect(seriesOf(["zec"])).toEqual([
      { asset: "zec", interval: "5min" },
      { asset: "zec", interval: "15min" },
      { asset: "zec", interval: "4hour" },
    ]);
    for (const asset of KNOWN_ASSETS) {
      for (const interval of INTERVALS) {
        const isOffered = factsOf(asset).intervals.includes(interval);
        expect(Result.isSuccess(checkSeries({ asset, interval }))).toBe(isOffered);
      }
    }
    expect(checkSeries({ asset: "zec", interval: "daily" })).toMatchObject(Result.fail({
      parameter: "type",
      received: "daily",
      hint: "zec has windows of 5min, 15min, 4hour",
    }));
    Result.getOrThrow(serveAssets("btc,zec"));
    expect([assetsWith("5min"), assetsWith("1hour")]).toEqual([["btc", "zec"], ["btc"]]);
  });
});
