import { expect, test } from "bun:test";
import { Option, Schema } from "effect";
import { toBook } from "../../../../adapters/polymarket/clob/book.ts";
import { BookPayload } from "../../../../adapters/polymarket/clob/market_payload.ts";
import { makeSandboxClock } from "../../../../app/simulator/kit/clock.ts";
import { BTC, ETH, NOW_MS, RAIN } from "../../../simulator/polymarket/clob/socket_venue.ts";
import { startOrderBook } from "../../../simulator/polymarket/clob/trader.ts";
import { control, get } from "../../../simulator/kit/support.ts";
import { moveTime } from "../../outbound/moved_time.ts";
import { startFollower } from "./follower_world.ts";

test("followed books become the simulated venue's, through cuts and changes", async () => {
  using time = moveTime();
  const venue = startOrderBook(makeSandboxClock({ startMs: NOW_MS }));
  await using follower = await startFollower({ wsUrl: venue.url.replace(/^http/, "ws") });
  const { yes, no } = venue.stageMarket();
  const areSame = async () => {
    for (const tokenId of [yes, no]) {
      const { body } = await get(`${venue.url}/book?token_id=${tokenId}`);
      const right = Option.getOrThrow(toBook(Schema.decodeUnknownSync(BookPayload)(body)));
      await time.until(() => Bun.deepEquals(follower.book(tokenId), right));
    }
  };
  const areKnown = () => follower.known(yes, no, BTC, ETH, RAIN).split(",").length === 5;

  await venue.putBook(yes, { bids: [["0.4", "100"]], asks: [["0.6", "100"]] });
  follower.follow(yes, no, BTC, ETH, RAIN);
  await time.until(areKnown);
  for (let cut = 0; cut < 3; cut += 1) {
    const { body } = await control(`${venue.url}/__sockets`, "DELETE");
    expect(body).toEqual({ sockets: 1 });
    await time.until(() => follower.known(BTC) === "");
    expect(await time.until(areKnown)).toBeLessThan(1_500);
    await areSame();
  }
  await venue.putBook(yes, { bids: [["0.1", "7"]] });
  await areSame();
  expect(follower.warnings.every((warning) => warning === "Lost the connection")).toBe(true);
  await venue.stop();
});
