import { afterAll, describe, expect, test } from "bun:test";
import { MAINNET_FEEDS } from "../../../adapters/chainlink/feed_table.ts";
import { Recorder } from "../../../adapters/recording/recorder.ts";
import { dayCoverage } from "../../../app/recording/day_coverage.ts";
import type { Feed, Received } from "../../../core/recording/mod.ts";
import { makeFolder } from "../../temporary_folder.ts";

const folder = makeFolder();
afterAll(folder.remove);

const DAY = "2026-11-28";
const START_SEC = Date.parse(`${DAY}T12:00:00Z`) / 1000;
const BTC = MAINNET_FEEDS.get("btc:twap_60") ?? "";
const at = (sec: number, fields: Partial<Received> & { readonly feed: Feed }): Received => ({
  kind: "frame",
  atMs: (START_SEC + sec) * 1000 + 400,
  providerMs: null,
  provider: "somebody",
  about: "",
  text: "",
  ...fields,
});
const report = (sec: number) =>
  `{"report":{"feedID":"${BTC}","validFromTimestamp":1,"observationsTimestamp":${
    START_SEC + sec
  }}}`;

/** Records a minute, and gives what is missing of it, as seconds since its start. */
async function missingOf(received: ReadonlyArray<Received>) {
  const own = `${folder.path}/${crypto.randomUUID()}`;
  const recorder = await Recorder.open({ folder: own, bytesMax: Infinity });
  for (const one of received.toSorted((a, b) => a.atMs - b.atMs)) recorder.keep(one);
  await recorder.close();
  const coverage = await dayCoverage(own, DAY);
  return {
    ...coverage,
    missing: Object.fromEntries(coverage.rows.map(({ feed, topic, missing }) => [
      `${feed} ${topic}`,
      missing.map(({ startSec, endSec }) => [startSec - START_SEC, endSec - START_SEC]),
    ])),
  };
}

const seconds = Array.from({ length: 60 }, (_, sec) => sec);

describe("the coverage of a day", () => {
  test("misses the oracle's seconds that nothing tells, pushed or answered", async () => {
    const pushed = seconds.filter((sec) => sec < 20 || sec > 29)
      .map((sec) => at(sec, { feed: "oracle", text: report(sec - 1) }));
    const answered = [22, 23].map((sec) => report(sec)).join(",");
    const { missing, feeds, recorded } = await missingOf([
      ...pushed,
      at(40, { feed: "oracle", kind: "answer", text: `{"reports":[${answered}]}` }),
      at(41, { feed: "oracle", kind: "lost", about: "it broke" }),
      at(42, { feed: "oracle", kind: "dropped", about: "7" }),
    ]);
    expect(missing).toEqual({ "oracle btc:twap_60": [[19, 22], [24, 29]] });
    expect(feeds.get("oracle")).toMatchObject({
      frames: 50,
      answers: 1,
      reconnects: 1,
      dropped: 7,
    });
    expect(recorded).toMatchObject({ startSec: START_SEC, endSec: START_SEC + 60 });
  });

  test("misses seconds of the exchange while its socket is down, and no quiet ones", async () => {
    const { missing } = await missingOf([
      ...seconds.map((sec) => at(sec, { feed: "oracle", text: report(sec) })),
      at(0, { feed: "exchange" }),
      at(10, { feed: "exchange" }),
      at(20, { feed: "exchange", kind: "lost", about: "it broke" }),
      at(21, { feed: "exchange", kind: "opened" }),
      at(25, { feed: "exchange" }),
    ]);
    // Seconds in which it opens or comes back are not whole.
    expect(missing["exchange "]).toEqual([[0, 1], [20, 26]]);
  });

  test("misses what nobody recorded", async () => {
    const { missing } = await missingOf(
      seconds.filter((sec) => sec < 30 || sec > 35).map((sec) => at(sec, { feed: "books" })),
    );
    expect(missing["books "]).toEqual([[0, 1], [30, 36]]);
  });

  test("counts books that do not fit together", async () => {
    const event = {
      market: `0x${"1".repeat(64)}`,
      asset_id: "7",
      timestamp: String(START_SEC * 1000),
    };
    const book = {
      ...event,
      event_type: "book",
      tick_size: "0.01",
      bids: [{ price: "0.4", size: "10" }],
      asks: [{ price: "0.6", size: "10" }],
    };
    const change = (best_bid: string) => ({
      ...event,
      event_type: "price_change",
      price_changes: [{
        asset_id: "7",
        price: "0.5",
        size: "5",
        side: "BUY",
        best_bid,
        best_ask: "0.6",
      }],
    });
    const frames = (...events: ReadonlyArray<object>) =>
      events.map((one, sec) => at(sec, { feed: "books", text: JSON.stringify(one) }));
    const opened = at(0, { feed: "books", kind: "opened" });
    const right = await missingOf([opened, ...frames(book, change("0.5"))]);
    expect(right.bookBreaks).toBe(0);
    const wrong = await missingOf([opened, ...frames(book, change("0.45"))]);
    expect(wrong.bookBreaks).toBe(1);
  });

  test("of a day with nothing is nothing", async () => {
    expect((await missingOf([])).recorded).toBeUndefined();
  });
});
