/** The connection to Redis while its own process is busy. @module */
import { expect, test } from "bun:test";
import { connectToRedis } from "../../../adapters/redis/connection.ts";
import { withReason } from "../../skip_reason.ts";
import { makeMovedTimers } from "../../moved_timers.ts";
import { redisSkip, redisUrl } from "./redis_server.ts";

const TIMEOUT_MS = 500;

test.skipIf(redisSkip.skip !== undefined)(
  withReason("an answer counts that came while the process was busy", redisSkip.skip),
  async () => {
    const timers = makeMovedTimers();
    const connection = connectToRedis({ url: redisUrl, timeoutMs: TIMEOUT_MS, timers });
    expect(await connection.send("PING", [])).toBe("PONG");
    const asked = connection.send("PING", []);
    timers.hang(2 * TIMEOUT_MS);
    timers.advance(0);
    expect(await asked).toBe("PONG");
    connection.close();
  },
);
