/** The Redis that tests may use. @module */
const { TEST_REDIS_URL } = Bun.env;

/** Why tests of a real server are skipped here, if they are. Spread into a contract's world. */
export const redisSkip = TEST_REDIS_URL === undefined
  ? { skip: "skipped: TEST_REDIS_URL is not set" }
  : {};

/** Where the server is. Without one, an address at which nothing listens. */
export const redisUrl = TEST_REDIS_URL ?? "redis://127.0.0.1:1";

/** A world no other run counts in. */
export function newWorld(): string {
  return `test_${crypto.randomUUID()}`;
}

/** What a gate leads to. */
export const redisAddress = {
  host: new URL(redisUrl).hostname,
  port: Number(new URL(redisUrl).port || 6379),
};
