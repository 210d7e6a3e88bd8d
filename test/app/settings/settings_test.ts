import { describe, expect, test } from "bun:test";
import { Option, Redacted, Result } from "effect";
import { KNOWN_ASSETS } from "../../../core/market/mod.ts";
import { readEnvironment, readSettings } from "../../../app/settings/settings.ts";

const live = (environment: Record<string, string>) => readEnvironment(environment, readSettings);

/** What the file for operators names, each with its default. */
const EXAMPLE = Object.fromEntries(
  [...(await Bun.file(".env.example").text()).matchAll(/^([A-Z0-9_]+)=(.*)$/gm)]
    .map(([, name = "", value = ""]) => [name, value]),
);

describe("readSettings()", () => {
  test("has the defaults that .env.example names", () => {
    const { DATA_DIR, ...named } = EXAMPLE;
    const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318" };
    const defaults = Result.getOrThrow(live(collector));
    expect(live({ ...named, ...collector })).toEqual(Result.succeed(defaults));
    expect(defaults.storage).toMatchObject({ dataDir: DATA_DIR, isDataDirChosen: false });
  });

  test("asks the providers themselves where no address is set", () => {
    const { exchange, oracle, relay, venue, games } = Result.getOrThrow(live({})).providers;
    expect([oracle.missing, oracle.wsUrl, Option.isNone(oracle.credentials)])
      .toEqual(["CHAINLINK_API_KEY", "wss://ws.dataengine.chain.link", true]);
    expect([exchange.spotUrl, exchange.spotMirrorUrl, exchange.futuresUrl, exchange.archiveUrl])
      .toEqual([
        "https://api.binance.com",
        "https://data-api.binance.vision",
        "https://fapi.binance.com",
        "https://data.binance.vision",
      ]);
    expect(exchange.streams).toEqual({
      spotUrl: "wss://stream.binance.com:9443",
      spotMirrorUrl: "wss://data-stream.binance.vision",
      futuresUrl: "wss://fstream.binance.com",
    });
    expect([relay.wsUrl, relay.missing]).toEqual([
      "wss://ws-live-v2.polymarket.com",
      "POLYMARKET_RELAY_WALLET or POLYMARKET_API_KEY",
    ]);
    expect([venue.siteUrl, venue.dataUrl, games.espnUrl, games.espnMirrorUrl]).toEqual([
      "https://polymarket.com",
      "https://data-api.polymarket.com",
      "https://site.api.espn.com",
      "https://site.web.api.espn.com",
    ]);
  });

  test.each([["allow", true], ["REFUSE", false]])(
    "reads that webhooks may go anywhere: %s",
    (text, arePrivateAllowed) => {
      const { webhooks } = Result.getOrThrow(live({ WEBHOOK_PRIVATE_ADDRESSES: text }));
      expect(webhooks.arePrivateAllowed).toEqual(Option.some(arePrivateAllowed));
      expect(Result.getOrThrow(live({})).webhooks.arePrivateAllowed).toEqual(Option.none());
    },
  );

  test.each([["0", 0n], ["1000", 1_000_000_000n], ["0.5", 500_000n]])(
    "reads above which balance a key is warned of: %s",
    (text, warnE6) => {
      expect(Result.getOrThrow(live({ WALLET_WARN_USDC: text })).walletWarnE6).toBe(warnE6);
      expect(Result.getOrThrow(live({})).walletWarnE6).toBe(1_000_000_000n);
    },
  );

  test.each(["-1", "1e3", "1,000", "0.0000001", "much"])(
    "refuses a balance that is none: %s",
    (text) => {
      expect(live({ WALLET_WARN_USDC: text })).toEqual(Result.fail([
        `Cannot use WALLET_WARN_USDC "${text}": send USDC with up to 6 decimals, such as 1000`,
      ]));
    },
  );

  const reports = { CHAINLINK_API_KEY: "k", CHAINLINK_API_SECRET: "s" };
  const keys = {
    POLYMARKET_API_KEY: "k",
    POLYMARKET_API_SECRET: "s",
    POLYMARKET_API_PASSPHRASE: "p",
  };
  const wallet = { POLYMARKET_RELAY_WALLET: "0198F2B4-0000-7000-8000-000000000001" };

  const choices: Array<[Record<string, string>, Array<string>]> = [
    [{}, []],
    [reports, ["reports"]],
    [keys, ["relay"]],
    [wallet, ["relay"]],
    [{ ...reports, ...wallet }, ["reports", "relay"]],
    [{ ...reports, ...keys, ORACLE: "relay" }, ["relay"]],
    [{ ...reports, ...keys, ORACLE: "Chainlink" }, ["reports"]],
    [{ ...reports, ...keys, ORACLE: "relay, chainlink" }, ["reports", "relay"]],
    [{ ...reports, ...keys, ORACLE: "none" }, []],
    [{ ...keys, ORACLE: "chainlink" }, []],
  ];
  test.each(choices)("uses what is set up of what ORACLE names: %p", (set, on) => {
    const { oracle, relay } = Result.getOrThrow(live(set)).providers;
    expect([
      ...Option.isSome(oracle.credentials) ? ["reports"] : [],
      ...Option.isSome(relay.access) ? ["relay"] : [],
    ]).toEqual(on);
  });

  const wrong: Array<Record<string, string>> = [
    { ORACLE: "chainlink,pyth" },
    { ORACLE: "chainlink,chainlink" },
    { ORACLE: "none,relay" },
    { POLYMARKET_RELAY_WALLET: "mine" },
    { ...wallet, POLYMARKET_API_KEY: "k" },
    { POLYMARKET_RELAY_URL: "wss://host/ws" },
    { POLYMARKET_SITE_URL: "polymarket.com" },
    { KALSHI_WINDOWS: "KXBTC15M" },
    { KALSHI_WINDOWS: "btc:KXBTC15M,btc:KXETH15M" },
    { KALSHI_WINDOWS: "btc:KXBTC15M,eth:KXBTC15M" },
    { KALSHI_WINDOWS: "gold:KXGOLD15M" },
  ];
  test.each(wrong)("reports %p in one line, without secrets", (set) => {
    const complaints = Result.getOrThrow(Result.flip(live(set)));
    expect(complaints).toHaveLength(1);
    expect(complaints[0]).toStartWith("Cannot use ");
  });

  test.each([
    ["", KNOWN_ASSETS.map((asset) => `${asset}:KX${asset.toUpperCase()}15M`)],
    ["btc:KXBTC15M, ETH:KXETHX", ["btc:KXBTC15M", "eth:KXETHX"]],
    ["Off", []],
  ])("looks for the series of other venues that are set: %p", (text, series) => {
    const { legs } = Result.getOrThrow(live({ KALSHI_WINDOWS: text })).providers;
    expect(legs.kalshiSeries.map(({ asset, ticker }) => `${asset}:${ticker}`)).toEqual([...series]);
  });

  test("names the part of the relay's keys that is absent", () => {
    const { POLYMARKET_API_PASSPHRASE: _, ...two } = keys;
    expect(Result.getOrThrow(live(two)).providers.relay)
      .toMatchObject({ access: Option.none(), missing: "POLYMARKET_API_PASSPHRASE" });
  });

  test.each([
    [{}, "https://api.hyperliquid.xyz", "wss://api.hyperliquid.xyz"],
    [
      { HYPERLIQUID_URL: "https://api.hyperliquid-testnet.xyz" },
      "https://api.hyperliquid-testnet.xyz",
      "wss://api.hyperliquid-testnet.xyz",
    ],
    [
      { HYPERLIQUID_URL: "http://10.0.0.1:8080/venue2" },
      "http://10.0.0.1:8080/venue2",
      "ws://10.0.0.1:8080",
    ],
    [
      { HYPERLIQUID_WS_URL: "wss://proxy.example.com" },
      "https://api.hyperliquid.xyz",
      "wss://proxy.example.com",
    ],
  ])("has the secondary venue's socket on the network of its address: %p", (set, url, wsUrl) => {
    expect(Result.getOrThrow(live(set)).providers.venue2).toEqual({ url, wsUrl });
  });

  test.each([
    { HYPERLIQUID_WS_URL: "wss://api.hyperliquid-testnet.xyz" },
    {
      HYPERLIQUID_URL: "https://api.hyperliquid-testnet.xyz",
      HYPERLIQUID_WS_URL: "wss://api.hyperliquid.xyz",
    },
  ])("never mixes the secondary venue's networks: %p", (set) => {
    const [complaint = ""] = Result.getOrThrow(Result.flip(live(set)));
    expect(complaint).toStartWith("Cannot use HYPERLIQUID_WS_URL");
    expect(complaint).toContain("HYPERLIQUID_URL");
  });

  test("treats an empty setting as unset", () => {
    expect(live({ PORT: "", VENUE_PROFILE: " ", DATABASE_URL: "" })).toEqual(live({}));
  });

  test("needs both halves of the oracle's credentials, and names the missing one", () => {
    const half = Result.getOrThrow(live({ CHAINLINK_API_KEY: "a" })).providers.oracle;
    expect([half.missing, Option.isNone(half.credentials)]).toEqual(["CHAINLINK_API_SECRET", true]);
    const { oracle } = Result.getOrThrow(
      live({ CHAINLINK_API_KEY: "a", CHAINLINK_API_SECRET: "b" }),
    ).providers;
    expect(Option.map(oracle.credentials, ({ apiSecret }) => Redacted.value(apiSecret)))
      .toEqual(Option.some("b"));
  });

  test("overrides the table with feed ids", () => {
    const id = `0x0002${"ab".repeat(30)}`;
    const { feeds } = Result.getOrThrow(live({ CHAINLINK_FEEDS: `hype:twap_60=${id}` }))
      .providers.oracle;
    expect(feeds.get("hype:twap_60")).toBe(id);
    expect(feeds.get("btc:spot")).toMatch(/^0x0003/);
  });

  test.each([
    ["PORT", "65536"],
    ["PORT", "3000x"],
    ["RATE_LIMIT_PUBLIC", "120"],
    ["TRUST_PROXY", "-1"],
    ["MAX_RANGE_POINTS", "0"],
    ["VENUE_PROFILE", "constructor"],
    ["VENUE_EVENT_BASE_URL", "polymarket.com"],
    ["VENUE_EVENT_BASE_URL", "javascript:alert(1)"],
    ["LOG_LEVEL", "loud"],
    ["DATABASE_URL", "mysql://x"],
    ["CHAINLINK_URL", "ftp://x"],
    ["CHAINLINK_WS_URL", "https://host"],
    ["CHAINLINK_WS_URL", "wss://host/path"],
    ["CHAINLINK_WS_URL", "wss://user@host"],
    ["CHAINLINK_WS_URL", "wss:"],
    ["CHAINLINK_FEEDS", "btc:spot=0x0002"],
    ["CHAINLINK_FEEDS", `gold:spot=0x0003${"ab".repeat(30)}`],
    ["CHAINLINK_FEEDS", `btc:spot=0x0002${"ab".repeat(30)}`],
    ["BINANCE_SPOT_URL", "https://host/?key=1"],
    ["BINANCE_SPOT_WS_URL", "https://host"],
    ["BINANCE_SPOT_MIRROR_WS_URL", "wss://host/?streams=btcusdt@aggTrade"],
    ["BINANCE_FUTURES_WS_URL", "host:9443"],
    ["HYPERLIQUID_URL", "api.hyperliquid.xyz"],
    ["HYPERLIQUID_WS_URL", "wss://api.hyperliquid.xyz/ws"],
    ["VENUE2_EVERY_S", "0"],
  ])("complains of %s=%s in one line", (name, value) => {
    const complaints = Result.getOrThrow(Result.flip(live({ [name]: value })));
    expect(complaints).toHaveLength(1);
    expect(complaints[0]).toMatch(new RegExp(`^Cannot use ${name}\\b.*: .+$`));
  });

  test("never quotes a secret", () => {
    const complaints = Result.getOrThrow(
      Result.flip(live({ DATABASE_URL: "mysql://user:hunter2@host" })),
    );
    expect(complaints.join()).not.toContain("hunter2");
  });

  test.each([
    ["BINANCE_SPOT_URL", "http://:hunter2@127.0.0.1:9", '"http://***@127.0.0.1:9"'],
    ["BINANCE_SPOT_URL", "http://user:hunter2@host/path", '"http://***@host/path"'],
    ["BINANCE_SPOT_URL", "https://host/?key=hunter2", '"https://host/?***"'],
    ["BINANCE_SPOT_WS_URL", "wss://user:hunter2/@host", '"wss://***@host"'],
    ["CHAINLINK_WS_URL", "wss://:hunter2@host", '"wss://***@host"'],
    ["POLYMARKET_RELAY_URL", "wss://:hunter2@host", '"wss://***@host"'],
    ["HYPERLIQUID_WS_URL", "wss://:hunter2@host", '"wss://***@host"'],
    ["VENUE_EVENT_BASE_URL", "user:hunter2@host", '"***@host"'],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "http://:hunter2@127.0.0.1:4318", '"http://***@127.0.0.1:'],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", `http://${"u".repeat(70)}:hunter2@h`, '"http://***@h"'],
  ])("refuses %s=%s and quotes it without what may be secret", (name, value, quoted) => {
    const complaint = Result.getOrThrow(Result.flip(live({ [name]: value }))).join();
    expect(complaint).toContain(`Cannot use ${name} ${quoted}`);
    expect(complaint).toContain("without user, password or query");
    expect(complaint).not.toContain("hunter");
  });

  test("leaves passwords to the addresses that need them, and never shows those", () => {
    const { storage } = Result.getOrThrow(live({
      DATABASE_URL: "postgres://user:hunter2@host/db",
      REDIS_URL: "redis://:hunter2@host:6379",
    }));
    expect(Option.map(storage.databaseUrl, Redacted.value))
      .toEqual(Option.some("postgres://user:hunter2@host/db"));
    expect(Option.map(storage.redisUrl, Redacted.value))
      .toEqual(Option.some("redis://:hunter2@host:6379"));
    expect(Bun.inspect(storage)).not.toContain("hunter2");
  });
});
