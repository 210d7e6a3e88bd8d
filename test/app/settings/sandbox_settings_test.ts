import { describe, expect, test } from "bun:test";
import { Option, Result } from "effect";
import { readEnvironment } from "../../../app/settings/settings.ts";
import { readSandboxSettings } from "../../../app/settings/sandbox_settings.ts";
import { relaySocket } from "../../../app/sandbox/simulated_sockets.ts";

const read = (settings: Record<string, string>) => readEnvironment(settings, readSandboxSettings);

describe("the sandbox's providers in other processes", () => {
  test.each(["http://127.0.0.1:4010", "ws://127.0.0.1:4010", "ws://127.0.0.1:4010/"])(
    "the relay is named by %s",
    (url) => {
      const { urls } = Result.getOrThrow(read({ POLYMARKET_RELAY_URL: url }));
      expect(urls.get("relay")).toBe("http://127.0.0.1:4010");
      expect(relaySocket({ urlOf: (name) => urls.get(name) ?? "" })).toBe("ws://127.0.0.1:4010");
    },
  );

  test.each([
    ["POLYMARKET_RELAY_URL", "wss://ws-live-v2.polymarket.com"],
    ["POLYMARKET_SITE_URL", "https://polymarket.com"],
  ])("a real %s is refused", (setting, url) => {
    const [complaint] = Result.getOrThrow(Result.flip(read({ [setting]: url })));
    expect(complaint).toStartWith(`Cannot use ${setting} "${url}": in the sandbox it must be`);
  });

  test("the last of the ports from the base on is still a port", () => {
    const portBase = (base: number) =>
      Result.map(read({ SANDBOX_PORT_BASE: String(base) }), ({ portBase }) => portBase);
    expect(portBase(65_524)).toEqual(Result.succeed(Option.some(65_524)));
    expect(Result.isFailure(portBase(65_525))).toBe(true);
  });
});
