/** The connection to Redis while its own process is busy. @module */
import { expect, test } from "bun:test";
import { connectToRedis } from "../../../adapters/redis/connection.ts";
import { withReason } from "../../skip_reason.ts";
import { redisSkip, redisUrl } from "./redis_server.ts";

const TIMEOUT_MS = 500;
const TRIES = 5;

test.skipIf(redisSkip.skip !== undefined)(
  withReason("an answer counts that came while the process was busy", redisSkip.skip),
  async () => {
    const connection = connectToRedis({ url: redisUrl, timeoutMs: TIMEOUT_MS });
    const answers: Array<unknown> = [await connection.send("PING", [])];
    for (let tries = 1; tries < TRIES; tries++) {
      const asked = connection.send("PING", []).catch(String);
      Bun.sleepSync(2 * TIMEOUT_MS);
      answers.push(await asked);
    }
    connection.close();
    expect(answers).toEqual(new Array(TRIES).fill("PONG"));
  },
);
