/** Replicas that make calls to providers together, and what Redis has of these calls. @module */
import { afterEach } from "bun:test";
import { Effect } from "effect";
import { sleepMachineTime } from "../../../adapters/outbound/mod.ts";
import { connectToRedis } from "../../../adapters/redis/connection.ts";
import { makeRedisFleetCalls } from "../../../adapters/redis/fleet_calls.ts";
import { until } from "../../until.ts";
import { redisUrl } from "./redis_server.ts";

const open: Array<() => void> = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

/** What becomes of an answer after its life: it is kept for those who waited for it. */
const WAITERS_MS = 3_000;

/** A replica, the slots it asked for, and how often it was told whose question it is. */
export function startReplica(prefix: string, { url = redisUrl, sleep = sleepMachineTime } = {}) {
  const connection = connectToRedis({ url, timeoutMs: 60_000 });
  open.push(connection.close);
  let looks = 0;
  const slots: Array<string> = [];
  const send: typeof connection.send = async (command, parameters) => {
    if (String(parameters[2] ?? "").includes("pace:")) slots.push(parameters[5] ?? "");
    const told = await connection.send(command, parameters);
    // What publishes an answer names the question too, and is told nothing.
    if (String(parameters[3] ?? "").includes("question:") && told !== null) looks += 1;
    return told;
  };
  const calls = makeRedisFleetCalls({
    connection: { send },
    keyOf: (name) => prefix + name,
    isAlone: () => false,
    speed: 1,
    sleep,
  });
  const keyOf = (kind: "answer" | "question", name: string) => {
    const hash = new Bun.CryptoHasher("sha256").update(name).digest("base64url");
    return `${prefix}${kind}:${hash}`;
  };
  const leftMs = async (kind: "answer" | "question", name: string) =>
    Number(await connection.send("PTTL", [keyOf(kind, name)]));
  return {
    calls,
    slots,
    /** What Redis has of a pace. */
    ofPace: (name: string, command: string, ...rest: ReadonlyArray<string>) =>
      connection.send(command, [`${prefix}pace:${name}`, ...rest]),
    looks: () => looks,
    leftMs,
    /** Until the answer to a question is no news any more. */
    isOld: (name: string) => until(async () => await leftMs("answer", name) <= WAITERS_MS),
    /** Makes an answer no news, as if its life had passed. */
    makeOld: (name: string) => connection.send("PERSIST", [keyOf("answer", name)]),
    keep: (name: string, ms: number) =>
      connection.send("PEXPIRE", [keyOf("question", name), String(ms)]),
    run: Effect.runPromise,
    fork: Effect.runFork,
  };
}
