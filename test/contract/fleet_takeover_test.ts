/** How long work lies idle whose replica hangs: promised are 5 s. @module */
import { RedisClient } from "bun";
import { afterEach, describe, expect, test } from "bun:test";
import { Redacted } from "effect";
import * as postgres from "../../adapters/postgres/engine/leases.ts";
import { fleetKey, layerRedisFleet, TIMEOUT_MS } from "../../adapters/redis/fleet.ts";
import * as redis from "../../adapters/redis/leases.ts";
import { redisSkip, redisUrl } from "../adapters/redis/redis_server.ts";
import { until } from "../until.ts";
import { endLater, endReplicas, startReplica } from "./fleet_replica.ts";

const PROMISED_MS = 5_000;
/** What Redis answers for a key that it does not have. */
const NO_KEY = -2;

afterEach(endReplicas);

describe("the work of a replica that hangs is taken over in time", () => {
  test.each([
    ["Redis", redis.LEASE_MS, redis.RENEW_EVERY_MS, TIMEOUT_MS],
    ["PostgreSQL", postgres.LEASE_MS, postgres.RENEW_EVERY_MS, postgres.RENEW_TIMEOUT_MS],
  ])("under a lease of %s", (_, leaseMs, renewEveryMs, timeoutMs) => {
    // Renewed just before; another one is refused just before the end, by an answer that is late.
    expect(leaseMs + renewEveryMs + timeoutMs).toBeLessThanOrEqual(PROMISED_MS);
    // A holder learns that a renewal failed before it has lost the lease.
    expect(renewEveryMs + timeoutMs).toBeLessThan(leaseMs);
  });

  const testRedis = redisSkip.skip === undefined ? test : test.skip;
  testRedis("as Redis keeps the lease", async () => {
    const fleet = `test_${crypto.randomUUID()}`;
    const holder = await startReplica(layerRedisFleet({ url: Redacted.make(redisUrl), fleet }));
    const client = new RedisClient(redisUrl);
    endLater(() => Promise.resolve(client.close()));
    await until(holder.isWorking);
    const askLeftMs = async () =>
      Number(await client.send("PTTL", [fleetKey(fleet, "lease:work")]));
    let leftMs = await askLeftMs();
    // It has ended where this process hung meanwhile.
    while (leftMs === NO_KEY) leftMs = await askLeftMs();
    // Redis gives a negative number for a key that never ends.
    expect(leftMs).toBeGreaterThanOrEqual(0);
    expect(leftMs).toBeLessThanOrEqual(3_000);
  });
});
