import { afterAll, expect, test } from "bun:test";
import { writeE6 } from "../../../../adapters/polymarket/clob/e6_text.ts";
import { makeOrderBookState } from "../../../../adapters/polymarket/book/order_book_state.ts";
import {
  type SentLevel,
  type SentTouches,
} from "../../../../app/simulator/polymarket/clob/touch_log.ts";
import type { Level } from "../../../../core/order/mod.ts";
import { connect } from "../../kit/socket_client.ts";
import { control, makeStillClock, start } from "../../kit/support.ts";
import { BTC, BTC_DOWN, NOW_MS } from "./socket_venue.ts";

const clock = makeStillClock(NOW_MS);
const venue = start("venue-orders", clock);
afterAll(() => venue.stop());

const sent = (level: Level | undefined): SentLevel =>
  level === undefined ? null : [writeE6(level.priceE6), writeE6(level.sizeE6)];

test("the log of touches says what frames leave in the books of their readers", async () => {
  const seen: Array<readonly [string, atMs: number, SentLevel, SentLevel, tick: string]> = [];
  const state = makeOrderBookState((tokenIds) => {
    for (const tokenId of tokenIds) {
      const { book, changedMs } = state.knownNow(tokenId, 0)!;
      const [bid, ask] = [sent(book.bids[0]), sent(book.asks[0])];
      seen.push([tokenId, changedMs, bid, ask, writeE6(book.tickE6)]);
    }
  });
  const reader = await connect(`${venue.url}/ws/market`);
  let read = 0;
  const readUntil = async (count: number) => {
    await reader.until(() => {
      for (; read < reader.frames.length; read += 1) state.receive(reader.frames[read]!, 0);
      return seen.length >= count;
    });
  };
  state.opened(reader.send, 0);
  state.hold([BTC, BTC_DOWN], 0);
  await readUntil(2);
  for (let second = 1; second <= 3; second += 1) {
    clock.set(NOW_MS + second * 1_000);
    await readUntil(2 + 2 * second);
  }
  const put = { token_id: BTC, bids: [["0.2", "7"], ["0.3", "5.5"]], asks: [] };
  await control(`${venue.url}/__book`, "PUT", put);
  await readUntil(10);

  type Log = { readonly frames: ReadonlyArray<SentTouches> };
  const { body: { frames } } = await control<Log>(`${venue.url}/__touches`, "DELETE");
  const logged = frames.flatMap(({ timestamp_ms: atMs, tokens }) =>
    tokens.map(({ token_id, bid, ask, tick_size }) =>
      [token_id, atMs, bid, ask, tick_size] as const
    )
  );
  expect(logged).toEqual(seen);
  expect(frames.map(({ at_ms }) => (at_ms - NOW_MS) / 1000)).toEqual([0, 0, 1, 2, 3, 3, 3]);
  expect(seen.at(-2)).toEqual([BTC, NOW_MS + 3_000, ["0.3", "5.5"], null, "0.001"]);
  const { body: later } = await control<Log>(`${venue.url}/__touches`, "DELETE");
  expect(later.frames).toEqual([]);
  reader.close();
});
