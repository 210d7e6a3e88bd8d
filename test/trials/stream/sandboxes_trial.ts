import { afterAll, describe, expect, test } from "bun:test";
import { RARE_GAMES } from "../../app/environment.ts";
import { StreamClient } from "../../stage/stream_client.ts";
import { isShort, sized } from "../size.ts";
import { tell } from "../tell.ts";
import { startSandbox } from "../../app/process.ts";
import { makeFolder } from "../../temporary_folder.ts";
import { startWorld } from "../../app/world_of_processes.ts";
import { calmly } from "../calmly.ts";

/** Follows everything; a channel without `since` begins with now. */
async function follow(
  url: string,
  since: { readonly targets?: number; readonly twap?: number } = {},
): Promise<StreamClient> {
  const client = new StreamClient(url);
  if (!await client.opened) throw new Error("not let in");
  for (const channel of ["targets", "twap"] as const) {
    client.send({ op: "subscribe", channel, since: since[channel] });
  }
  return client;
}

/** Values by topic and seq, as text that two servers must agree on. */
function valuesOf({ frames }: StreamClient): ReadonlyMap<string, string> {
  return new Map(
    frames.flatMap(({ type, topic, seq, price, source, valueE18 }) =>
      type === "target" || type === "twap"
        ? [[`${topic} ${seq}`, `${price ?? valueE18} ${source}`] as const]
        : []
    ),
  );
}

/** Every window of a topic must be the one after the last. */
function expectWhole({ frames }: StreamClient): void {
  const nextOf = new Map<unknown, unknown>();
  for (const { type, topic, seq, windowEnd } of frames) {
    expect([type, String(topic).startsWith("targets")]).not.toEqual(["gap", true]);
    if (type !== "target") continue;
    expect(nextOf.get(topic) ?? seq).toBe(seq);
    nextOf.set(topic, windowEnd);
  }
}

/** Averages and their gaps arrive once and in order. */
function expectInOrder({ frames }: StreamClient): void {
  const doneOf = new Map<unknown, number>();
  for (const { topic, seq, fromSeq = seq, toSeq = seq } of frames.filter(isOfAverage)) {
    const done = doneOf.get(topic);
    if (done !== undefined) expect(Number(fromSeq)).toBeGreaterThan(done);
    doneOf.set(topic, Number(toSeq));
  }
}

function isOfAverage({ type, topic }: Readonly<Record<string, unknown>>): boolean {
  return type === "twap" || (type === "gap" && String(topic).startsWith("twap:"));
}

/** An average that the other has is had as well, or said to be missing: machines can be busy. */
function expectNoneSilentlyMissing({ frames }: StreamClient, other: StreamClient): void {
  const own = Map.groupBy(frames.filter(isOfAverage), ({ topic }) => topic);
  let [had, missing] = [0, 0];
  for (const { topic, seq } of other.frames.filter(({ type }) => type === "twap")) {
    const events = own.get(topic) ?? [];
    const last = events.at(-1);
    // The first is the current value, at whatever time it was followed.
    if (!(Number(seq) > Number(events[0]?.["seq"] ?? events[0]?.["toSeq"]))) continue;
    if (Number(seq) > Number(last?.["seq"] ?? last?.["toSeq"])) continue;
    const at = events.find((event) => Number(event["toSeq"] ?? event["seq"]) >= Number(seq));
    expect([topic, seq]).toEqual([at?.["topic"], at?.["seq"] ?? seq]);
    if (at?.["type"] !== "gap") {
      had += 1;
      continue;
    }
    missing += 1;
    expect(at["reason"]).toBe("not_fetched");
    expect(Number(at["fromSeq"])).toBeLessThanOrEqual(Number(seq));
  }
  expect(missing).toBeLessThan(had / 4);
}

/** How many windows of five seconds open while the service is dead. */
const MISSED = sized({ short: 1, whole: 2 });

describe("the stream of a sandbox", () => {
  test.skipIf(isShort)(
    "publishes the same in two sandboxes of one seed, even if one loses every socket",
    async () => {
      const settings = {
        ...RARE_GAMES,
        SANDBOX_SPEED: "20",
        SANDBOX_START: "2026-11-20T23:55:00Z",
        SANDBOX_ANCHOR: String(Date.now()),
      };
      const sandboxes = await Promise.all([startSandbox(settings), startSandbox(settings)]);
      // A machine that takes long to start two has passed midnight; the averages begin with now.
      const beforeSec = Date.parse("2026-11-20T23:54:59Z") / 1000;
      const [calm, torn] = await Promise.all(
        sandboxes.map(({ url }) => follow(url, { targets: beforeSec })),
      );
      if (calm === undefined || torn === undefined) throw new Error("two were started");
      const simulators = ["oracle", "exchange-spot", "exchange-futures"].map((name) =>
        new RegExp(`${name} +(http:\\S+)`).exec(sandboxes[1]?.printed() ?? "")?.[1]
      );
      const cut = setInterval(() => {
        for (const url of simulators) {
          // What was stopped meanwhile has no sockets either.
          fetch(`${url}/__sockets`, { method: "DELETE" }).catch(() => {});
        }
      }, 2_000);
      // Five minutes to midnight, and five after it. Where it took long to start two, midnight
      // comes at once, and the averages of some minutes later.
      const midnightSec = Date.parse("2026-11-21T00:00:00Z") / 1000;
      const isThrough = ({ frames }: StreamClient) =>
        frames.filter(({ type, seq }) => type === "target" && seq === midnightSec).length === 35 &&
        frames.filter(({ type, seq }) => type === "target" && Number(seq) > midnightSec).length >=
          7 &&
        frames.filter(({ type }) => type === "twap").length >= 2_000;
      await calmly(() => isThrough(calm) && isThrough(torn)).finally(() => clearInterval(cut));
      for (const one of [calm, torn]) expectWhole(one);
      for (const one of [calm, torn]) expectInOrder(one);
      expectNoneSilentlyMissing(calm, torn);
      expectNoneSilentlyMissing(torn, calm);
      const [some, others] = [valuesOf(calm), valuesOf(torn)];
      const common = [...some.keys()].filter((key) => others.has(key));
      expect(common.filter((key) => key.startsWith("targets")).length).toBeGreaterThan(48);
      expect(common.filter((key) => key.startsWith("twap")).length).toBeGreaterThan(1_000);
      expect(common.map((key) => [key, some.get(key)])).toEqual(
        common.map((key) => [key, others.get(key)]),
      );
      tell({ done: "values of two sandboxes", count: common.length, wrong: 0 });
      for (const one of [calm, torn]) one.close();
      for (const { kill } of sandboxes) kill("SIGTERM");
      expect(await Promise.all(sandboxes.map(({ exited }) => exited))).toEqual([0, 0]);
    },
  );

  test(
    "resumes after a kill where a client left off, and closes cleanly when it is stopped",
    async () => {
      const folder = makeFolder();
      afterAll(folder.remove);
      const world = startWorld({ startIso: "2026-11-20T12:00:00Z", speed: 60 });
      afterAll(world.simulators.stop);
      const settings = { DATA_DIR: folder.path, ...world.settings };
      const lastSeq = ({ frames }: StreamClient) =>
        Number(frames.findLast(({ topic }) => topic === "targets:btc:5min")?.["seq"] ?? 0);

      const first = await startSandbox(settings);
      const before = await follow(first.url);
      await calmly(
        () => before.frames.some(({ topic }) => topic === "targets:btc:5min"),
      );
      const leftAtSec = lastSeq(before);
      first.kill("SIGKILL");
      await first.exited;
      // Windows open while no client is connected.
      await Bun.sleep(MISSED * 5_500);

      const second = await startSandbox(settings);
      const after = await follow(second.url, { targets: leftAtSec, twap: leftAtSec });
      await calmly(() => lastSeq(after) >= leftAtSec + (MISSED + 2) * 300);
      const seqs = after.frames.filter(({ topic }) => topic === "targets:btc:5min")
        .map(({ seq }) => Number(seq) - leftAtSec);
      expect(seqs.slice(0, 4)).toEqual([300, 600, 900, 1_200].slice(0, seqs.length));
      expectWhole(after);
      tell({ done: "frames", count: after.frames.length, lost: 0 });
      second.kill("SIGTERM");
      expect(await after.ended).toMatchObject({ code: 1001 });
      expect(await second.exited).toBe(0);
    },
  );
});
