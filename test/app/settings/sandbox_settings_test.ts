import { describe, expect, test } from "bun:test";
import { Option, Result } from "effect";
import { readEnvironment } from "../../../app/settings/settings.ts";
import { readSandboxSettings } from "../../../app/settings/sandbox_settings.ts";
import { socketUrlOf } from "../../../app/sandbox/simulated_providers.ts";

const read = (settings: Record<string, string>) => readEnvironment(settings, readSandboxSettings);

describe("the sandbox's providers in other processes", () => {
  test.each(["http://127.0.0.1:4010", "http://localhost:4010", "http://[::1]:4010"])(
    "a simulator may be at %s",
    (url) => {
      expect(Result.getOrThrow(read({ CHAINLINK_URL: url })).urls.get("oracle")).toBe(url);
    },
  );

  test.each(["http://127.0.0.1:4010", "ws://127.0.0.1:4010", "ws://127.0.0.1:4010/"])(
    "the relay is named by %s",
    (url) => {
      const { urls } = Result.getOrThrow(read({ POLYMARKET_RELAY_URL: url }));
      expect(urls.get("relay")).toBe("http://127.0.0.1:4010");
      expect(socketUrlOf({ urlOf: (name) => urls.get(name) ?? "" }, "relay")).toBe(
        "ws://127.0.0.1:4010",
      );
    },
  );

  test("a socket may be on this machine, with a path before the provider's own", () => {
    const { socketUrls } = Result.getOrThrow(
      read({ BINANCE_SPOT_WS_URL: "ws://127.0.0.1:4000/mirror/" }),
    );
    expect([...socketUrls]).toEqual([["BINANCE_SPOT_WS_URL", "ws://127.0.0.1:4000/mirror"]]);
    expect(Result.getOrThrow(read({})).socketUrls.size).toBe(0);
  });

  test.each([
    ["CHAINLINK_URL", "https://api.dataengine.chain.link"],
    ["BINANCE_SPOT_URL", "http://127.0.0.1.evil.example"],
    ["BINANCE_FUTURES_URL", "http://10.0.0.1:80"],
    ["POLYMARKET_GAMMA_URL", "https://gamma-api.polymarket.com"],
    ["POLYMARKET_RELAY_URL", "wss://ws-live-v2.polymarket.com"],
    ["POLYMARKET_SITE_URL", "https://polymarket.com"],
    ["CHAINLINK_WS_URL", "wss://ws.dataengine.chain.link"],
    ["BINANCE_SPOT_WS_URL", "ws://10.0.0.1:80"],
    ["BINANCE_SPOT_MIRROR_WS_URL", "http://127.0.0.1:4000"],
    ["BINANCE_FUTURES_WS_URL", "wss://fstream.binance.com"],
  ])("%s is refused where it names no simulator: %s", (setting, url) => {
    const [complaint] = Result.getOrThrow(Result.flip(read({ [setting]: url })));
    expect(complaint).toStartWith(`Cannot use ${setting} "${url}": in the sandbox it must be`);
  });

  test("a simulator's address has no password, and none is shown", () => {
    const url = "http://:hunter2@127.0.0.1:4000";
    const complaint = Result.getOrThrow(Result.flip(read({ CHAINLINK_URL: url }))).join();
    expect(complaint).toContain("without user, password or query");
    expect(complaint).not.toContain("hunter2");
  });

  test("the last of the ports from the base on is still a port", () => {
    const portBase = (base: number) =>
      Result.map(read({ SANDBOX_PORT_BASE: String(base) }), ({ portBase }) => portBase);
    expect(portBase(65_522)).toEqual(Result.succeed(Option.some(65_522)));
    expect(Result.isFailure(portBase(65_523))).toBe(true);
  });
});
