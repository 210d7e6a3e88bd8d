import { expect, test } from "bun:test";
import { connect } from "../../../../../app/client/typescript/mod.ts";
import { ASSETS, INTERVALS } from "../../../../../core/market/mod.ts";
import { collect, HELLO, HELLO_SEC, startScripted, value } from "./scripted_server.ts";
import { until } from "../../../../until.ts";

/** More than can be on its way at once fits into half of the burst, whatever the machine does. */
const LIMITS = { messagesPerSec: 400, messageBurst: 40 };

test("a bot whose topics all stopped elsewhere keeps to the service's limits", async () => {
  let [earnedMs, refused] = [0, 0];
  const service = startScripted({
    hello: (peer) => peer.send({ ...HELLO, limits: LIMITS }),
    message: () => {
      const nowMs = performance.now();
      earnedMs = Math.max(earnedMs, nowMs) + 1000 / LIMITS.messagesPerSec;
      const isOver = earnedMs - nowMs > LIMITS.messageBurst * 1000 / LIMITS.messagesPerSec + 1;
      if (isOver) refused++;
      return false;
    },
  });
  const states: Array<string> = [];
  const stream = connect(service.url, { onState: ({ state }) => void states.push(state) });
  const ends: Array<AbortController> = [];
  for (const [index, asset] of ASSETS.entries()) {
    for (const interval of INTERVALS) {
      const end = new AbortController();
      ends.push(end);
      const since = HELLO_SEC - 300 * (1 + index);
      const options = { assets: [asset], intervals: [interval], since, signal: end.signal };
      collect(stream.targets(options));
    }
  }
  const last = collect(stream.twap({ assets: ["btc"] }));
  const peer = await service.subscribed(0);
  await until(() => peer.ops("subscribe").length > ends.length, "every topic");
  for (const end of ends) end.abort();
  await until(() => peer.ops("unsubscribe").length === ends.length, "the end of most");
  peer.send(value("twap:btc:60", HELLO_SEC));
  await until(() => last.received.length === 1, "an average");
  expect(refused).toBe(0);
  expect(states).not.toContain("reconnecting");
  stream.close();
  await service.stop();
});
