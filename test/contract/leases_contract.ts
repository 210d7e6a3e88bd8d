/**
 * The contract of leases: what `Leases` and `StoreLeases` promise to processes that share work.
 *
 * @module
 */
import { afterEach, describe, expect, test } from "bun:test";
import type { Layer } from "effect";
import type { Leases } from "../../core/port/leases.ts";
import { withReason } from "../skip_reason.ts";
import { until } from "../until.ts";
import { endReplicas, startWorker } from "./fleet_replica.ts";

/** The world of a contract test. `skip`: why it cannot run here. */
export interface LeasesWorld {
  readonly name: string;
  /** Returns what adds a process to those that share work, of which nobody else knows. */
  readonly open: () => () => Promise<Layer.Layer<Leases, unknown>>;
  readonly skip?: string | undefined;
}

/** Declares the contract's tests for one adapter. */
export function leasesContract(world: LeasesWorld): void {
  const suite = world.skip === undefined ? describe : describe.skip;
  suite(withReason(`Leases contract: ${world.name}`, world.skip), () => {
    afterEach(endReplicas);
    const startAll = async (count: number) => {
      const join = world.open();
      const workers: Array<Awaited<ReturnType<typeof startWorker<never>>>> = [];
      for (let left = count; left > 0; left--) workers.push(await startWorker(await join()));
      await until(() => workers.some(({ isWorking }) => isWorking()));
      return workers;
    };

    test("one works at a time, which holds the lease, and the next one when it ends", async () => {
      let workers = await startAll(3);
      while (workers.length > 0) {
        await until(() => workers.some(({ isWorking }) => isWorking()));
        const working = workers.filter(({ isWorking }) => isWorking());
        expect(working.map(({ leases }) => leases.held())).toEqual([["work"]]);
        workers = workers.filter((one) => !working.includes(one));
        expect(workers.some(({ leases }) => leases.holds("work"))).toBe(false);
        await working[0]?.end();
      }
    });

    test("one whose work is done gives up its lease, and another one works", async () => {
      const workers = await startAll(2);
      const working = workers.find(({ isWorking }) => isWorking());
      const waiting = workers.find((one) => one !== working);
      working?.finish();
      await until(() => waiting?.isWorking() === true);
      expect(working?.isWorking()).toBe(false);
      expect(working?.leases.held()).toEqual([]);
      expect(working?.starts()).toBe(1);
    });
  });
}
