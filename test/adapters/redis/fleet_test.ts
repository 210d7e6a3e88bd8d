/** What replicas that share a Redis server receive of each other, and which works. @module */
import { RedisClient } from "bun";
import { afterEach, describe, expect, test } from "bun:test";
import { Redacted } from "effect";
import fc from "fast-check";
import { layerNoFleet } from "../../../adapters/process/fleet.ts";
import { fleetKey, layerRedisFleet, readNews, writeNews } from "../../../adapters/redis/fleet.ts";
import type { NewsItem } from "../../../core/port/news.ts";
import { fleetContract } from "../../contract/fleet_contract.ts";
import {
  CHANNEL,
  endLater,
  endReplicas,
  game,
  startReplica,
} from "../../contract/fleet_replica.ts";
import { withReason } from "../../skip_reason.ts";
import { openGate } from "../../gate.ts";
import { redisAddress, redisSkip, redisUrl } from "./redis_server.ts";
import { until } from "../../until.ts";

afterEach(endReplicas);

describe("a process without a fleet", () => {
  test("does all the work, and receives nothing", async () => {
    const only = await startReplica(layerNoFleet);
    await until(only.isWorking);
    only.news.publish(CHANNEL, game(1));
    expect(only.leases.state()).toBe("off");
    expect(only.leases.holds("anything")).toBe(true);
    expect(await only.recall()).toEqual([]);
    expect(only.received).toEqual([]);
  });
});

describe("news as text", () => {
  test("come back as they were", () => {
    const side = fc.integer({ min: 0, max: 1_000_000 });
    fc.assert(
      fc.property(fc.array(fc.tuple(side, fc.bigInt())), (mids) => {
        const item: NewsItem = { kind: "outcomes", mids: new Map(mids) };
        expect(readNews(writeNews(item))).toMatchObject({ _tag: "Some", value: item });
      }),
    );
  });

  test("of somebody else are none", () => {
    expect(readNews("not JSON")).toMatchObject({ _tag: "None" });
    expect(readNews('{"$integer":"x"}')).toMatchObject({ _tag: "None" });
  });
});

const suite = redisSkip.skip === undefined ? describe : describe.skip;
suite(withReason("replicas that share a Redis server", redisSkip.skip), () => {
  const makeFleet = (fleet = `test_${crypto.randomUUID()}`) => ({
    start: () => startReplica(layerRedisFleet({ url: Redacted.make(redisUrl), fleet })),
    fleet,
  });

  test("of different fleets share nothing", async () => {
    const [one, other] = [await makeFleet().start(), await makeFleet().start()];
    await until(() => one.isWorking() && other.isWorking());
    one.news.publish(CHANNEL, game(1));
    expect(await other.recall()).toEqual([]);
  });

  test("begin their work again when something of it was refused", async () => {
    const { start, fleet } = makeFleet();
    const [holder, other] = [await start(), await start()];
    await until(() => holder.isWorking() || other.isWorking());
    const [working, waiting] = holder.isWorking() ? [holder, other] : [other, holder];
    const redis = new RedisClient(redisUrl);
    await redis.del(fleetKey(fleet, "lease:work"));
    redis.close();
    const starts = () => holder.starts() + other.starts();
    // Redis has lost the lease, so that it refuses the next item: nobody else may have it missed.
    let revision = 0;
    await until(() => {
      working.news.publish(CHANNEL, game(++revision), "work");
      return starts() > 1;
    });
    await until(() => holder.isWorking() !== other.isWorking());
    expect(waiting.revisions().length).toBeLessThan(revision);
  });

  test("receive what was published while they were away, or that they missed it", async () => {
    const gate = await openGate(redisAddress);
    endLater(gate.shut);
    const { start, fleet } = makeFleet();
    const publisher = await start();
    const away = await startReplica(
      layerRedisFleet({ url: Redacted.make(`redis://127.0.0.1:${gate.port}`), fleet }),
    );
    publisher.news.publish(CHANNEL, game(1));
    await until(() => away.revisions().length === 1);
    await gate.shut();
    publisher.news.publish(CHANNEL, game(2));
    await until(() => publisher.leases.state() === "shared");
    await gate.open();
    await until(() => away.revisions().length === 2);
    expect(away.revisions()).toEqual([1, 2]);
    await gate.shut();
    // More than the channel keeps.
    const other = await start();
    for (let revision = 3; revision < 4_003; revision++) {
      publisher.news.publish(CHANNEL, game(revision));
      if (revision % 500 === 2) await until(() => other.revisions().at(-1) === revision);
    }
    away.received.length = 0;
    await gate.open();
    await until(() => away.received.length > 0 && away.revisions().at(-1) === 4_002);
    expect(away.received[0]).toEqual({ missed: true });
  });
});

fleetContract({
  name: "Redis",
  skip: redisSkip.skip,
  open: () => {
    const fleet = `test_${crypto.randomUUID()}`;
    return async () => {
      const gate = await openGate(redisAddress);
      endLater(gate.shut);
      const url = Redacted.make(`redis://127.0.0.1:${gate.port}`);
      return { layer: layerRedisFleet({ url, fleet }), cut: gate.shut, mend: gate.open };
    };
  },
});
