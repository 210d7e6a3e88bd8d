import { expect, test } from "bun:test";
import { Effect, Fiber } from "effect";
import type { LegId } from "../../../../core/leg/mod.ts";
import { News, type ReceivedNews } from "../../../../core/port/news.ts";
import { shareLegs } from "../../../../core/use_case/leg/mod.ts";
import { makePublisher, Publisher } from "../../../../core/use_case/live/mod.ts";
import { idAt, START_SEC } from "../../leg/arbitrary.ts";

test("what another replica has read is told here, and published no further", async () => {
  const told: Array<LegId> = [];
  const published: Array<unknown> = [];
  const publisher = makePublisher();
  publisher.subscribe({ publishLegs: (changed) => void told.push(...changed) });
  let listener: (received: ReceivedNews) => void = () => {};
  const news: typeof News.Service = {
    publish: (_, item) => void published.push(item),
    listen: (channel, listens) =>
      Effect.sync(() => {
        if (channel === "legs") listener = listens;
      }),
    recall: () => Effect.succeed([]),
  };
  const fiber = Effect.runFork(shareLegs.pipe(
    Effect.provideService(News, news),
    Effect.provideService(Publisher, publisher),
  ));
  listener({ item: { kind: "legs", changed: [idAt(START_SEC)] } });
  listener({ missed: true });
  listener({ item: { kind: "wallet", walletId: "w" } });
  await Effect.runPromise(Fiber.interrupt(fiber));
  expect([told, published]).toEqual([[idAt(START_SEC)], []]);
});
