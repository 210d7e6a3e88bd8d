/** The stream of a service that is killed. @module */
import { afterAll, describe, expect, test } from "bun:test";
import { StreamClient } from "../../stage/stream_client.ts";
import { sized } from "../size.ts";
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

/** How many windows of five seconds open while the service is dead. */
const MISSED = sized({ short: 1, whole: 2 });

describe("the stream of a sandbox", () => {
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
