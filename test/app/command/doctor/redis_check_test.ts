/** What the doctor says of Redis: gone is not the same as refusing. */
import { afterAll, expect, test } from "bun:test";
import { Option, Redacted } from "effect";
import { checkRedis } from "../../../../app/command/doctor/redis_check.ts";
import { HELLO, listenWith } from "../../../adapters/redis/answering_server.ts";
import { redisSkip, redisUrl } from "../../../adapters/redis/redis_server.ts";
import { withReason } from "../../../skip_reason.ts";

const check = (url: string) => checkRedis({ redisUrl: Option.some(Redacted.make(url)) });
const MEANWHILE = "; each service counts by itself meanwhile";

test("says that a server refuses us, and why", async () => {
  const server = await listenWith({ HELLO, PING: "-NOAUTH Authentication required." });
  afterAll(server.close);
  const { host } = new URL(server.url);
  const { state, finding, remedy } = await check(server.url);
  expect([state, finding]).toEqual([
    "trouble",
    `${host} refuses us (NOAUTH Authentication required.)${MEANWHILE}`,
  ]);
  expect(remedy).toStartWith("Check the user, the password and the database number");
});

test("says that nothing answers", async () => {
  const { finding, remedy } = await check("redis://:sesame@127.0.0.1:1/2");
  expect(finding).toStartWith("127.0.0.1:1 does not answer (");
  expect(remedy).toStartWith("Start Redis");
});

test("names a database that cannot be one", async () => {
  const { finding } = await check("redis://127.0.0.1:1/two");
  expect(finding).toStartWith(`127.0.0.1:1 has no database "two" (`);
});

test.skipIf(redisSkip.skip !== undefined)(
  withReason("names a database that the server lacks", redisSkip.skip),
  async () => {
    const url = new URL(redisUrl);
    url.pathname = "/999999";
    const { state, finding, remedy } = await check(url.href);
    expect([state, finding]).toEqual([
      "trouble",
      `${url.host} has no database "999999" (ERR DB index is out of range)${MEANWHILE}`,
    ]);
    expect(remedy).toContain("database number");
  },
);
