/** Replicas that share a store, Redis and their providers. @module */
import { afterAll, expect, test } from "bun:test";
import { schemaOf } from "../../../app/world_folder.ts";
import { dropSchema } from "../../bench/drop_schema.ts";
import { withReason } from "../../skip_reason.ts";
import { RARE_GAMES } from "../../app/environment.ts";
import { StreamClient } from "../../stage/stream_client.ts";
import { isShort } from "../size.ts";
import { tell } from "../tell.ts";
import { startSandbox } from "../../app/process.ts";
import { makeFolder } from "../../temporary_folder.ts";
import { startWorld } from "../../app/world_of_processes.ts";
import { calmly } from "../calmly.ts";

const { TEST_DATABASE_URL: databaseUrl = "", TEST_REDIS_URL: redisUrl = "" } = Bun.env;
const skip = databaseUrl === "" || redisUrl === ""
  ? "skipped: TEST_DATABASE_URL or TEST_REDIS_URL is not set"
  : undefined;
const testFleet = skip === undefined && !isShort ? test : test.skip;

/** Its schema on a server is no other test's. */
const SEED = 20_261_123;
/** Averages come 10 times a second, and a replica recalls those of half a minute. */
const SPEED = 10;

/** Follows averages and targets from now on. */
async function follow(url: string) {
  const client = new StreamClient(url);
  if (!await client.opened) throw new Error("not let in");
  for (const channel of ["targets", "twap"]) client.send({ op: "subscribe", channel });
  const seqsOf = (topic: string) => client.of(topic).flatMap(({ seq }) => seq ?? []) as number[];
  return { client, seqsOf, lastSeq: () => seqsOf(TWAP).at(-1) ?? 0 };
}

const TWAP = "twap:btc:60";

/** Questions about a day before the sandbox, which nobody asked yet. */
function coldQuestions(daysBack: number): ReadonlyArray<string> {
  const daySec = Date.parse("2026-11-19T00:00:00Z") / 1000 - daysBack * 86_400;
  const at = (hour: number) => `timestamp=${daySec + hour * 3_600}`;
  const range = `start=${daySec + 36_000}&end=${daySec + 36_000 + 3 * 3_600}`;
  return [
    `/api/v1/targets/timestamp?asset=btc&type=5min&${at(1)}`,
    `/api/v1/targets/timestamp?asset=eth&type=15min&${at(2)}`,
    `/api/v1/targets/timestamp?asset=btc&type=1hour&${at(3)}`,
    `/api/v1/targets/timestamp?asset=sol&type=daily&${at(0)}`,
    `/api/v1/targets/timestamp/batch?type=4hour&${at(16)}`,
    `/api/v1/history/range?asset=btc&type=15min&${range}`,
    `/api/v1/history/exchange/range?asset=btc&type=1hour&${range}`,
  ];
}

/** Calls about those; others repeat by their nature. */
const ASKED_ONCE = /reports\?|reports\/bulk|aggTrades|klines|slug/;

/** The sockets of one service: the oracle has two origins. */
const SOCKETS = { "oracle": 2, "exchange-spot": 1, "exchange-futures": 1 } as const;

const PROVIDERS = ["oracle", "exchange-spot", "exchange-futures"] as const;

testFleet(
  withReason("one replica holds the sockets, and another one soon after it hangs", skip),
  async () => {
    const folder = makeFolder();
    afterAll(folder.remove);
    const drop = () => dropSchema(databaseUrl, schemaOf(`sandbox_${SEED}`));
    await drop();
    afterAll(drop);
    const world = startWorld({ startIso: "2026-11-20T11:50:00Z", speed: SPEED, seed: SEED });
    afterAll(world.simulators.stop);
    const start = (name: string) =>
      startSandbox({
        ...RARE_GAMES,
        ...world.settings,
        DATA_DIR: `${folder.path}/${name}`,
        DATABASE_URL: databaseUrl,
        REDIS_URL: redisUrl,
      });
    const replicas = await Promise.all(["a", "b"].map(start));
    const statusOf = async ({ url }: { readonly url: string }) => {
      const body = await (await fetch(`${url}/api/v1/status`)).json();
      return body as { readonly fleet: { readonly state: string; readonly holds: string[] } };
    };
    const sockets = async () => {
      const counts = Object.keys(SOCKETS).map(async (name) => {
        const url = world.simulators.urlOf(name as keyof typeof SOCKETS);
        const { sockets } = await (await fetch(`${url}/__sockets`)).json() as { sockets: number };
        return [name, sockets];
      });
      return Object.fromEntries(await Promise.all(counts));
    };
    const logOf = (name: typeof PROVIDERS[number]) => `${world.simulators.urlOf(name)}/__log`;
    const clearLog = async (name: typeof PROVIDERS[number]) =>
      (await fetch(logOf(name), { method: "DELETE" })).status;
    const pathsOf = async (name: typeof PROVIDERS[number]) => {
      const { requests } = await (await fetch(logOf(name))).json() as {
        readonly requests: ReadonlyArray<{ readonly path: string }>;
      };
      return requests.map(({ path }) => path);
    };
    const clients = await Promise.all(replicas.map(({ url }) => follow(url)));
    const hasMoved = async (seconds: number, among = clients) => {
      const from = among.map(({ lastSeq }) => lastSeq());
      await calmly(() =>
        among.every(({ lastSeq }, index) => lastSeq() > (from[index] ?? 0) + seconds)
      );
    };

    await hasMoved(10);
    expect(await sockets()).toEqual(SOCKETS);
    const before = await Promise.all(replicas.map(statusOf));
    expect(before.map(({ fleet }) => fleet.state)).toEqual(["shared", "shared"]);
    const holding = before.findIndex(({ fleet }) => fleet.holds.includes("oracle sockets"));
    const [holder, other] = [replicas[holding], replicas[1 - holding]];
    const [ofHolder, ofOther] = [clients[holding], clients[1 - holding]];
    if (!holder || !other || !ofHolder || !ofOther) throw new Error("nobody holds the sockets");
    expect(before[1 - holding]?.fleet.holds).not.toContain("oracle sockets");

    // Equal cold questions to both at once cost one call of the provider; on a busy machine they
    // are not always at once.
    for (let daysBack = 0;; daysBack++) {
      const asked = await Promise.all(PROVIDERS.map(clearLog));
      expect(asked).toEqual(PROVIDERS.map(() => 200));
      for (const path of coldQuestions(daysBack)) {
        const answers = await Promise.all(replicas.map(({ url }) => fetch(url + path)));
        expect({ path, statuses: answers.map(({ status }) => status) })
          .toEqual({ path, statuses: [200, 200] });
        const [one, two] = await Promise.all(answers.map((answer) => answer.json()));
        expect({ ...two as object, now: 0 }).toEqual({ ...one as object, now: 0 });
      }
      const paths = (await Promise.all(PROVIDERS.map(pathsOf))).flat();
      const once = paths.filter((path) => ASKED_ONCE.test(path)).toSorted();
      expect(once.length).toBeGreaterThan(10);
      if (Bun.deepEquals(once, [...new Set(once)])) break;
    }

    holder.kill("SIGSTOP");
    await calmly(
      async () => (await statusOf(other)).fleet.holds.includes("oracle sockets"),
    );
    await hasMoved(60, [ofOther]);
    holder.kill("SIGCONT");
    await calmly(
      async () => !(await statusOf(holder)).fleet.holds.includes("oracle sockets"),
    );
    await hasMoved(30);
    await calmly(async () => Bun.deepEquals(await sockets(), SOCKETS));
    // A replica that comes late has what the others have, from before its start.
    const late = await start("c");
    const lateClient = await follow(late.url);
    await hasMoved(20, [lateClient]);
    expect(await sockets()).toEqual(SOCKETS);

    // The holder ends: the next one need not wait for its lease to run out.
    other.kill("SIGTERM");
    expect(await other.exited).toBe(0);
    ofOther.client.close();
    await hasMoved(30, [ofHolder, lateClient]);
    expect(await sockets()).toEqual(SOCKETS);

    tell({ done: "frames of a fleet", count: ofHolder.client.frames.length, lost: 0, wrong: 0 });
    // An average may cover several seconds, so that what one client has the others must have too.
    const all = [ofHolder, ofOther, lateClient];
    expect(all.flatMap(({ client }) => client.frames.filter(({ type }) => type === "gap"))).toEqual(
      [],
    );
    for (
      const topic of new Set(ofHolder.client.frames.flatMap(({ topic }) => topic ?? []) as string[])
    ) {
      const published = [...new Set(all.flatMap(({ seqsOf }) => seqsOf(topic)))].toSorted();
      for (const { seqsOf } of all) {
        const seqs = seqsOf(topic);
        const [first = 0, last = 0] = [seqs[0], seqs.at(-1)];
        expect({ [topic]: seqs }).toEqual({
          [topic]: published.filter((seq) => first <= seq && seq <= last),
        });
      }
    }
  },
);
