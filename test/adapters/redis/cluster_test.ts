/** A cluster of two nodes, of which the first one is named in the settings. @module */
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RedisClient } from "bun";
import { connectToRedis } from "../../../adapters/redis/connection.ts";
import { fleetKey } from "../../../adapters/redis/fleet.ts";
import { freePort } from "../../free_port.ts";
import { withReason } from "../../skip_reason.ts";
import { until } from "../../until.ts";

const program = Bun.which("redis-server") ?? Bun.which("valkey-server");
const testCluster = program === null ? test.skip : test;
const skip = program === null ? "skipped: there is no redis-server" : undefined;

const SLOTS = [[0, 8_191], [8_192, 16_383]] as const;

/** Starts a node with these slots. */
async function startNode([first, last]: readonly [number, number], folder: string) {
  const [port, busPort] = [await freePort(), await freePort()];
  const child = Bun.spawn([
    program ?? "",
    ...["--port", String(port), "--cluster-port", String(busPort), "--bind", "127.0.0.1"],
    ...["--cluster-enabled", "yes", "--dir", folder, "--cluster-config-file", `${port}.conf`],
    ...["--save", "", "--daemonize", "no"],
  ], { stdout: "ignore", stderr: "ignore" });
  afterAll(() => child.kill("SIGKILL"));
  const url = `redis://127.0.0.1:${port}`;
  let client: RedisClient | undefined;
  await until(async () => {
    client = new RedisClient(url, { autoReconnect: false });
    return await client.send("CLUSTER", ["ADDSLOTSRANGE", String(first), String(last)]).then(
      () => true,
      () => {
        client?.close();
        return false;
      },
    );
  }, "a node that listens");
  if (client === undefined) throw new Error("it listens");
  return { url, port, busPort, client };
}

testCluster(
  withReason("keys are found on whichever node has them", skip),
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "strikeline-cluster-"));
    afterAll(() => rmSync(folder, { recursive: true, force: true }));
    const [one, other] = await Promise.all(SLOTS.map((slots) => startNode(slots, folder)));
    if (one === undefined || other === undefined) throw new Error("two nodes were started");
    const meet = ["MEET", "127.0.0.1", String(other.port), String(other.busPort)];
    await one.client.send("CLUSTER", meet);
    for (const { client } of [one, other]) {
      const info = async () => String(await client.send("CLUSTER", ["INFO"]));
      await until(async () => (await info()).includes("cluster_state:ok"), "a cluster");
    }
    const slots = new Set<number>();
    for (let number = 0; slots.size < 2; number++) {
      const [key, lease] = ["a", "b"].map((name) => fleetKey(`fleet${number}`, name));
      const slot = Number(await one.client.send("CLUSTER", ["KEYSLOT", key ?? ""]));
      expect(await one.client.send("CLUSTER", ["KEYSLOT", lease ?? ""])).toBe(slot);
      slots.add(slot > SLOTS[0][1] ? 1 : 0);
      const connection = connectToRedis({ url: one.url, timeoutMs: 5_000 });
      const set = ["return redis.call('SET', KEYS[1], ARGV[1])", "2", key ?? "", lease ?? "", "7"];
      // A command that comes to the wrong node is refused; the next one comes to the right one.
      const isSet = () =>
        connection.send("EVAL", set).then((answer) => answer === "OK", () => false);
      await until(isSet, "an answer of the right node");
      expect(await connection.send("GET", [key ?? ""])).toBe("7");
      connection.close();
    }
    for (const { client } of [one, other]) client.close();
  },
);
