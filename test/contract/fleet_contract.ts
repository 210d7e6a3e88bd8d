/**
 * The contract that every adapter of the ports `Leases` and `News` must meet, for the replicas of a
 * fleet.
 *
 * @module
 */
import { afterEach, describe, expect, test } from "bun:test";
import type { Layer } from "effect";
import type { Leases } from "../../core/port/leases.ts";
import type { News } from "../../core/port/news.ts";
import { withReason } from "../skip_reason.ts";
import { CHANNEL, endReplicas, game, startReplica } from "./fleet_replica.ts";
import { leasesContract } from "./leases_contract.ts";
import { until } from "../until.ts";

/** A replica that can be cut off from the others. */
export interface FleetMember {
  readonly layer: Layer.Layer<Leases | News>;
  readonly cut: () => Promise<void>;
  readonly mend: () => Promise<void>;
}

/** The world of a contract test. `skip`: why it cannot run here. */
export interface FleetWorld {
  readonly name: string;
  /** Makes a fleet of which nobody else knows, and returns what adds a member to it. */
  readonly open: () => () => Promise<FleetMember>;
  readonly skip?: string | undefined;
}

/** Declares the contract's tests for one adapter. */
export function fleetContract(world: FleetWorld): void {
  const open = () => {
    const join = world.open();
    return async () => (await join()).layer;
  };
  leasesContract({ ...world, open });
  const suite = world.skip === undefined ? describe : describe.skip;
  suite(withReason(`Fleet contract: ${world.name}`, world.skip), () => {
    afterEach(endReplicas);
    const startAll = async (count: number) => {
      const join = world.open();
      const start = async () => {
        const { layer, cut, mend } = await join();
        return { ...await startReplica(layer), cut, mend };
      };
      const replicas = [];
      for (let left = count; left > 0; left--) replicas.push(await start());
      return { start, replicas };
    };

    test(
      "the others receive what one publishes, once, in order, and those that come late recall it",
      async () => {
        const { start, replicas: [publisher, one] } = await startAll(2);
        const published = Array.from({ length: 100 }, (_, revision) => revision);
        for (const revision of published) publisher?.news.publish(CHANNEL, game(revision));
        await until(() => one?.revisions().length === published.length);
        expect(one?.revisions()).toEqual(published);
        expect(publisher?.received).toEqual([]);
        const late = await start();
        expect(await late.recall()).toEqual(published.map(game));
      },
    );

    test("what is published under a lease that another one holds is dropped", async () => {
      const { start, replicas: [first] } = await startAll(1);
      await until(() => first?.isWorking() === true);
      const second = await start();
      second.news.publish(CHANNEL, game(1), "work");
      first?.news.publish(CHANNEL, game(2), "work");
      await until(() => second.revisions().length === 1);
      expect([first?.revisions(), second.revisions()]).toEqual([[], [2]]);
      expect(await second.recall()).toEqual([game(2)]);
    });

    test(
      "one that is cut off works alone, and publishes afterwards what it found meanwhile",
      async () => {
        const { replicas: [away, other] } = await startAll(2);
        if (away === undefined || other === undefined) throw new Error("a replica is missing");
        await until(() => away.isWorking() || other.isWorking());
        await away.cut();
        await until(() => away.leases.state() === "alone" && away.isWorking());
        expect(await away.recall()).toEqual([]);
        away.news.publish(CHANNEL, game(1));
        other.news.publish(CHANNEL, game(2));
        await away.mend();
        await until(() => other.revisions().length === 1 && away.revisions().length === 1);
        expect([other.revisions(), away.revisions()]).toEqual([[1], [2]]);
        await until(() => away.isWorking() !== other.isWorking());
      },
    );
  });
}
