import { afterAll, describe, expect, test } from "bun:test";
import { appendFile, rm } from "node:fs/promises";
import { TARGET_EXAMPLE } from "../../../../adapters/http/stream/wire_push_frame.ts";
import { WINDOW_EXAMPLE } from "../../../../adapters/http/window/wire_window_state.ts";
import { exactDigits } from "../../../../adapters/http/wire/number.ts";
import { snapshotText, updateText } from "../../../adapters/polymarket/relay/relay_texts.ts";
import {
  EXPORTED_TABLE_NAMES,
  type ExportedTable,
  type Feed,
  FEEDS,
} from "../../../../core/recording/mod.ts";
import { makeFolder } from "../../../temporary_folder.ts";
import {
  at,
  DAY,
  DOWN,
  exported,
  record,
  reportOf,
  SLUG,
  START_SEC,
  UP,
  windowFrame,
} from "./recorded_day.ts";

const folder = makeFolder();
afterAll(folder.remove);
const newFolder = () => `${folder.path}/${crypto.randomUUID()}`;

const EXACT = exactDigits("87648.210000000000000001");
const MARKET = WINDOW_EXAMPLE.market.condition_id;
const atMs = (ms: number) => START_SEC * 1000 + ms;
const event = (fields: object) => ({ market: MARKET, timestamp: String(atMs(1)), ...fields });
const BOOK = event({
  event_type: "book",
  asset_id: UP.token_id,
  tick_size: "0.01",
  bids: [{ price: "0.6", size: "10" }, { price: "0.61", size: "250.5" }],
  asks: [{ price: "0.62", size: "118.4" }],
});
const change = (asset_id: string, fields: object) =>
  event({
    event_type: "price_change",
    price_changes: [{ asset_id, price: "0.61", size: "0", side: "BUY", ...fields }],
  });
const TRADE = event({
  event_type: "last_trade_price",
  asset_id: DOWN.token_id,
  price: "0.39",
  size: "12.345678",
  side: "SELL",
});
const quote = (ms: number, start = START_SEC) =>
  at(ms, "published", {
    type: "quote",
    topic: "windows:btc:5min",
    start,
    price: null,
    outcomes: [
      {
        name: "Up",
        best_bid: 0.61,
        bid_size: exactDigits("123456789.000001"),
        best_ask: null,
        ask_size: null,
      },
    ],
    at: "2026-01-01T00:00:00.000Z",
  }, { about: "windows:btc:5min" });

describe("an export", () => {
  test("has a window once, as it was told last", async () => {
    const own = newFolder();
    await record(own, [
      windowFrame(0, { target: { ...WINDOW_EXAMPLE.target, price: null }, market: null }),
      windowFrame(1, { target: { ...WINDOW_EXAMPLE.target, price: EXACT } }),
      windowFrame(2, {
        target: { ...WINDOW_EXAMPLE.target, price: EXACT },
        close: { price: exactDigits("87711.04"), source: "oracle_twap", at: null },
        outcome: "up",
        resolution: { outcome: "down", at: null, source: null },
      }),
    ]);
    const { linesOf } = await exported(own);
    expect(await linesOf("windows")).toEqual([
      `btc,5min,${START_SEC},${START_SEC + 300},${SLUG},${MARKET},` +
      "87648.210000000000000001,87711.04,down",
    ]);
  });

  test("has a target to the last digit, though its own frame has a double", async () => {
    const own = newFolder();
    const targetAt = (ms: number, fields: object) =>
      at(ms, "published", { ...TARGET_EXAMPLE, ...fields }, { about: "targets:btc:5min" });
    await record(own, [
      targetAt(7, {}),
      windowFrame(8, { target: { ...WINDOW_EXAMPLE.target, price: EXACT } }),
      targetAt(9, { price: 87_650.5, source: "venue_metadata", corrects: true }),
    ]);
    const { linesOf } = await exported(own);
    expect(await linesOf("targets")).toEqual([
      `btc,5min,${START_SEC},87648.210000000000000001,oracle_twap,${atMs(7)}`,
      `btc,5min,${START_SEC},87650.5,venue_metadata,${atMs(9)}`,
    ]);
  });

  test("has the levels of the books, their changes, and the trades", async () => {
    const own = newFolder();
    await record(own, [
      at(1, "books", "", { kind: "opened" }),
      at(2, "books", [BOOK]),
      at(3, "books", change(UP.token_id, {})),
      at(4, "books", change(DOWN.token_id, { side: "SELL", size: "7" })),
      at(5, "books", TRADE),
      at(6, "books", "PONG"),
      at(7, "books", [{ ...BOOK, bids: [], asks: [{ price: "0.61", size: "3" }] }]),
      // The tokens are told of later.
      windowFrame(9),
    ]);
    const { linesOf, report } = await exported(own);
    expect(await linesOf("book")).toEqual([
      `${SLUG},Up,${atMs(2)},bid,0.61,250.5`,
      `${SLUG},Up,${atMs(2)},bid,0.6,10`,
      `${SLUG},Up,${atMs(2)},ask,0.62,118.4`,
      `${SLUG},Up,${atMs(3)},bid,0.61,0`,
      `${SLUG},Down,${atMs(4)},ask,0.61,7`,
      `${SLUG},Up,${atMs(7)},bid,0.6,0`,
      `${SLUG},Up,${atMs(7)},ask,0.62,0`,
      `${SLUG},Up,${atMs(7)},ask,0.61,3`,
    ]);
    expect(await linesOf("trades")).toEqual([`${SLUG},Down,${atMs(5)},0.39,12.345678,sell`]);
    expect([report.unknown, report.unreadable]).toEqual([0, new Map()]);
  });

  test("has each number of the oracle once, signed or relayed", async () => {
    const own = newFolder();
    const reported = (sec: number) => reportOf("btc:twap_60", START_SEC + sec, 10n ** 18n + 1n);
    await record(own, [
      at(900, "oracle", { report: reported(0) }),
      at(901, "oracle", { report: reportOf("btc:spot", START_SEC, 7n) }),
      at(902, "oracle", { reports: [reported(0), reported(-1)] }, { kind: "answer" }),
      at(950, "relay", updateText({ asset: "btc", seq: 3, sec: START_SEC, valueE18: 5n })),
      at(
        951,
        "relay",
        snapshotText({ asset: "eth", seq: 1, points: [{ sec: START_SEC + 1, valueE18: 7n }] }),
      ),
      // Of yesterday.
      at(960, "oracle", { report: reported(-3_600) }),
    ]);
    const { linesOf, report } = await exported(own);
    expect(await linesOf("oracle")).toEqual([
      `btc,${atMs(0)},1.000000000000000001`,
      `btc,${atMs(-1_000)},1.000000000000000001`,
      `eth,${atMs(1_000)},0.000000000000000007`,
    ]);
    expect(report.unreadable).toEqual(new Map());
  });

  test("knows windows that the day before told of", async () => {
    const own = newFolder();
    const next = 86_400_000;
    await record(own, [windowFrame(0), quote(next), at(next + 1, "books", TRADE)]);
    const { linesOf, report } = await exported(own, { days: ["2026-01-02"] });
    expect(await linesOf("quotes", "2026-01-02")).toEqual([
      `${SLUG},Up,${atMs(next)},0.61,123456789.000001,,`,
    ]);
    expect(await linesOf("trades", "2026-01-02")).toHaveLength(1);
    expect(report.unknown).toBe(0);
  });

  test("knows markets of which no window was told by the venue's catalog", async () => {
    const own = newFolder();
    const market = {
      slug: "another",
      outcomes: '["Yes","No"]',
      clobTokenIds: `["1","${DOWN.token_id}"]`,
    };
    const answer = (text: unknown) => at(9, "metadata", text, { kind: "answer" });
    await record(own, [
      windowFrame(0),
      at(1, "books", { ...TRADE, asset_id: "1" }),
      at(2, "books", TRADE),
      answer([{ slug: "event", markets: [market] }]),
      answer('{"clobTokenIds":'),
      answer({ ...market, clobTokenIds: "[" }),
    ]);
    const { linesOf, report } = await exported(own, { tables: ["trades"] });
    expect(await linesOf("trades")).toEqual([
      `another,Yes,${atMs(1)},0.39,12.345678,sell`,
      `${SLUG},Down,${atMs(2)},0.39,12.345678,sell`,
    ]);
    expect([report.unknown, report.unreadable]).toEqual([0, new Map()]);
  });

  test("leaves out what cannot be read, or is of no window, and counts it", async () => {
    const own = newFolder();
    await record(own, [
      windowFrame(0),
      quote(1),
      quote(2, START_SEC + 300),
      at(3, "published", '{"type":"quote","start":', { about: "windows:btc:5min" }),
      at(4, "published", '{"type":"window","window":[]}', { about: "windows:btc:5min" }),
      at(5, "published", { ...TARGET_EXAMPLE, price: "1e999" }, { about: "targets:btc:5min" }),
      at(6, "books", "<html>"),
      at(7, "books", change("7", {})),
      at(8, "books", change(UP.token_id, { size: "-1" })),
      at(9, "books", change(UP.token_id, { size: "999999999999999" })),
      at(10, "oracle", { report: { ...reportOf("btc:twap_60", START_SEC, 1n), fullReport: "0x" } }),
      at(11, "relay", "{"),
      at(12, "books", { ...TRADE, size: "999999999999999" }),
      at(13, "books", { ...TRADE, size: "0" }),
      at(14, "relay", { channel: "price.crypto.twap", seq: 1, payload: 7 }),
      at(15, "relay", updateText({ asset: "btc", seq: 3, sec: START_SEC, valueE18: 10n ** 38n })),
    ]);
    const { linesOf, report } = await exported(own);
    expect(await linesOf("quotes")).toHaveLength(1);
    expect(report.unknown).toBe(2);
    expect(Object.fromEntries(report.unreadable))
      .toEqual({ published: 3, books: 5, oracle: 1, relay: 3 });
    for (const table of ["book", "trades", "targets", "oracle"] as const) {
      expect(await linesOf(table)).toEqual([]);
    }
  });

  test("writes again what has changed, what is gone, and nothing else", async () => {
    const own = newFolder();
    await record(own, [windowFrame(0), quote(1), at(2, "books", TRADE)]);
    const first = await exported(own, { tables: ["windows", "quotes", "trades", "oracle"] });
    expect(first.written).toHaveLength(4);
    const again = await exported(own);
    expect(again.written.toSorted()).toEqual([`book/${DAY}.csv`, `targets/${DAY}.csv`]);
    await rm(`${own}/export/quotes/${DAY}.csv`);
    await appendFile(`${own}/export/book/${DAY}.csv`, "torn");
    await record(own, [
      at(9_000, "relay", updateText({ asset: "btc", seq: 3, sec: START_SEC, valueE18: 5n })),
    ]);
    const changed = await exported(own);
    expect(changed.written.toSorted())
      .toEqual([`book/${DAY}.csv`, `oracle/${DAY}.csv`, `quotes/${DAY}.csv`]);
    expect(changed.report.unchanged).toBe(3);
    expect(await changed.linesOf("oracle")).toHaveLength(1);
    await Bun.write(`${own}/export/exported.json`, "[");
    expect((await exported(own)).written).toHaveLength(6);
    expect((await exported(own)).written).toEqual([]);
  });

  test.each<[feed: Feed, tables: ReadonlyArray<ExportedTable>]>([
    ["published", ["targets", "quotes", "book", "trades", "windows"]],
    ["books", ["book", "trades"]],
    ["metadata", ["book", "trades"]],
    ["oracle", ["oracle"]],
    ["relay", ["oracle"]],
    ["exchange", []],
  ])("writes again what is made of %s when that has grown", async (feed, tables) => {
    const own = newFolder();
    await record(own, FEEDS.map((one) => at(1, one, "{}")));
    await exported(own);
    await record(own, [at(2, feed, "{}")]);
    expect((await exported(own)).written.toSorted())
      .toEqual(tables.map((table) => `${table}/${DAY}.csv`).toSorted());
  });

  test.each<[tables: ReadonlyArray<ExportedTable>, days: number]>([
    [EXPORTED_TABLE_NAMES, 1],
    [EXPORTED_TABLE_NAMES, 2],
    [["windows"], 2],
    [["targets"], 2],
    [["quotes"], 1],
    [["quotes"], 2],
    [["book"], 1],
    [["trades"], 1],
    [["oracle"], 2],
  ])("of %j and %d days ends when all that it said is read", async (tables, count) => {
    const own = newFolder();
    const nextDay = 86_400_000;
    const sizes = FEEDS.flatMap((feed, index) =>
      [0, nextDay].map((ms) => at(ms, feed, "x".repeat(9 ** index % 997)))
    );
    await record(own, [windowFrame(0), ...sizes].toSorted((a, b) => a.atMs - b.atMs));
    const { progress } = await exported(own, { tables, days: [DAY, "2026-01-02"].slice(-count) });
    expect(progress.at(-1)?.bytesDone).toBe(progress.at(-1)?.bytesTotal);
    expect(new Set(progress.map(({ bytesTotal }) => bytesTotal)).size).toBe(1);
  });
});
