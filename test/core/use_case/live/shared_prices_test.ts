import { describe, expect, test } from "bun:test";
import { tradeAt } from "../../../stage/exchange_trade.ts";
import { startSharedFleet, type Way } from "./shared_fleet.ts";

const MINUTE_MS = 60_000;

const open = (): Way => ({ isOpen: true, upAfterMs: 1_000 });
const blocked = (): Way => ({ isOpen: false, upAfterMs: 1_000 });

describe("a provider's stream in a fleet", () => {
  test("is held by a replica that reaches the provider, whoever does not", () => {
    const { time, replicas } = startSharedFleet([blocked(), open(), open()]);
    expect(replicas.map(({ isHolding }) => isHolding())).toEqual([true, false, false]);
    time.advance(15_000);
    expect(replicas.map(({ isUp }) => isUp())).toEqual([true, true, true]);
    const before = replicas.map(({ isHolding }) => isHolding());
    expect(before[0]).toBe(false);
    time.advance(10 * MINUTE_MS);
    expect(replicas.map(({ isHolding }) => isHolding())).toEqual(before);
    expect(replicas.flatMap(({ openedMs }) => openedMs)).toHaveLength(2);
  });

  test("goes to another replica when the holder's way is blocked, and back again", () => {
    const ways = [open(), open()] as const;
    const { time, replicas } = startSharedFleet(ways);
    for (const at of [0, 1, 0, 1]) {
      time.advance(MINUTE_MS);
      expect(replicas.map(({ isHolding }) => isHolding())).toEqual([at === 0, at === 1]);
      expect(replicas.map(({ isUp }) => isUp())).toEqual([true, true]);
      [ways[0].isOpen, ways[1].isOpen] = [at === 1, at === 0];
      time.advance(15_000);
      expect(replicas.map(({ isUp }) => isUp())).toEqual([true, true]);
    }
  });

  test("goes round at a bounded pace while nobody reaches it, and stays with who does", () => {
    const ways = [blocked(), blocked(), blocked()] as const;
    const { time, replicas } = startSharedFleet(ways);
    let [heldSec, sec] = [0, 0];
    for (; time.nowMs < 60 * MINUTE_MS; sec++) {
      time.advance(1_000);
      heldSec += replicas.filter(({ isHolding }) => isHolding()).length;
    }
    expect(replicas.map(({ isUp }) => isUp())).toEqual([false, false, false]);
    // Nearly always exactly one of them tries.
    expect(heldSec).toBeGreaterThan(sec * 0.95);
    expect(heldSec).toBeLessThanOrEqual(sec);
    for (const { openedMs } of replicas) expect(openedMs.length).toBeGreaterThan(10);
    expect(replicas.flatMap(({ openedMs }) => openedMs).length).toBeLessThan(80);
    ways[1].isOpen = true;
    time.advance(3 * MINUTE_MS);
    expect(replicas.map(({ isHolding }) => isHolding())).toEqual([false, true, false]);
    expect(replicas.map(({ isUp }) => isUp())).toEqual([true, true, true]);
    // What was tried before the stream was up makes nobody wait longer.
    [ways[0].isOpen, ways[1].isOpen] = [true, false];
    time.advance(25_000);
    expect(replicas.map(({ isHolding }) => isHolding())).toEqual([true, false, false]);
    expect(replicas.map(({ isUp }) => isUp())).toEqual([true, true, true]);
  });

  test("comes up though it takes longer than a holder waits at first", () => {
    const { time, replicas } = startSharedFleet([
      { isOpen: true, upAfterMs: 35_000 },
      { isOpen: true, upAfterMs: 35_000 },
    ]);
    time.advance(5 * MINUTE_MS);
    expect(replicas.map(({ isUp }) => isUp())).toEqual([true, true]);
  });

  test("is down when the provider only keeps silent to a new holder", () => {
    const { time, replicas } = startSharedFleet([
      open(),
      { isOpen: true, upAfterMs: Infinity },
      { isOpen: true, upAfterMs: Infinity },
    ]);
    time.advance(MINUTE_MS);
    const [former, ...others] = replicas;
    former?.replica.close();
    time.advance(2_000);
    expect(others.map(({ isUp }) => isUp())).toEqual([true, true]);
    time.advance(10_000);
    expect(others.map(({ isUp }) => isUp())).toEqual([false, false]);
  });

  test("that one replica alone wants is tried by it again and again", () => {
    const ways = [blocked()] as const;
    const { time, replicas: [only] } = startSharedFleet(ways);
    let [heldSec, sec] = [0, 0];
    for (; sec < 600; sec++) {
      time.advance(1_000);
      heldSec += Number(only?.isHolding());
    }
    expect(heldSec).toBeGreaterThan(sec * 0.85);
    ways[0].isOpen = true;
    time.advance(10_000);
    expect(only?.isUp()).toBe(true);
  });

  test("has the state of each of its sockets at every replica", () => {
    const broken = new Set<string>();
    const { time, replicas } = startSharedFleet([{ ...open(), broken }, open()]);
    time.advance(MINUTE_MS);
    expect(replicas.map(({ isUp }) => isUp())).toEqual([true, true]);
    const both = { stream: "healthy", relay: "healthy" };
    expect(replicas.map(({ states }) => states())).toEqual([both, both]);
    broken.add("relay");
    time.advance(MINUTE_MS);
    const one = { stream: "healthy", relay: "down" };
    expect(replicas.map(({ states }) => states())).toEqual([one, one]);
    expect(replicas.map(({ isUp }) => isUp())).toEqual([true, true]);
    broken.clear();
    time.advance(MINUTE_MS);
    expect(replicas.map(({ states }) => states()["relay"])).not.toContain("down");
  });

  test("is down for a follower's adapter too when the holder keeps silent", () => {
    const { time, replicas: [holder, follower] } = startSharedFleet([open(), open()]);
    time.advance(MINUTE_MS);
    holder?.replica.kill();
    time.advance(MINUTE_MS);
    const state = { kind: "stream_state", provider: "oracle" } as const;
    expect(follower?.followed).toEqual([{ ...state, isUp: true }, { ...state, isUp: false }]);
  });

  test("has all trades at its holder, and at most ten a second at the others, the last too", () => {
    const { time, replicas: [holder, follower] } = startSharedFleet([open(), open()]);
    time.advance(MINUTE_MS);
    for (let at = 0; at < 1_000; at++) {
      for (const asset of ["btc", "eth"] as const) {
        holder?.emit({ kind: "trade", asset, trade: tradeAt(at, String(at)) });
      }
      time.advance(1);
    }
    expect(holder?.trades()).toHaveLength(2_000);
    expect(follower?.trades().length).toBeLessThanOrEqual(20);
    time.advance(200);
    expect(follower?.trades().slice(-2).map(({ price }) => price)).toEqual(["999", "999"]);
  });

  test("has its newest trades at a replica that comes later", () => {
    const { time, replicas: [holder], join } = startSharedFleet([open()]);
    time.advance(MINUTE_MS);
    holder?.emit({ kind: "trade", asset: "btc", trade: tradeAt(7) });
    time.advance(MINUTE_MS);
    const late = join(open());
    time.advance(100);
    expect(late.trades()).toEqual([tradeAt(7)]);
  });

  test("is not given up by a replica that is cut off from its fleet", () => {
    const { time, replicas: [only] } = startSharedFleet([blocked()]);
    only?.replica.cut();
    time.advance(5_000);
    const opened = only?.openedMs.length;
    time.advance(10 * MINUTE_MS);
    expect(only?.openedMs.length).toBe(opened ?? -1);
  });
});
