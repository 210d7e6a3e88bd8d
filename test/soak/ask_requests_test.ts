/** The requests of a load. @module */
import { expect, test } from "bun:test";
import { until } from "../until.ts";
import { askRequests } from "./ask_requests.ts";
import { makeCounts } from "./counts.ts";

const RATE = 200;
/** Fewer than the slow answer held up, and as many as lanes may have before them. */
const FEW = 40;

test("what a slow answer held up is asked after it", async () => {
  let arrived = 0;
  const opened = Promise.withResolvers<void>();
  using server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: () => {
      arrived++;
      return opened.promise.then(() => new Response("{}"));
    },
  });
  const counts = makeCounts();
  const isOver = new AbortController();
  const startedMs = performance.now();
  const target = {
    url: server.url.origin,
    apiKey: "k",
    walletId: "w",
    nowSec: () => 1_750_000_000,
  };
  const load = askRequests(target, {
    ...{ seed: 1, counts, signal: isOver.signal, pastDays: 3, ratePerSec: RATE },
  });
  await Bun.sleep(1_000);
  expect(counts.requests).toBe(0);
  opened.resolve();
  await until(() => arrived > RATE * (performance.now() - startedMs) / 1_000 - FEW);
  isOver.abort();
  await load;
  expect(counts.errors).toBe(0);
});
