/** The contract that every adapter of the `ChainStore` port must meet. @module */
import type { ChainStore } from "../../core/port/chain_store.ts";
import { chainBytesContract } from "./chain_bytes_contract.ts";
import { type ChainPorts, stageChain } from "./chain_fixture.ts";
import { chainRequestsContract } from "./chain_requests_contract.ts";
import { describeStore, type StoreWorld } from "./store_world.ts";

/** Declares the contract's tests. Some wallets have something to do afterwards. */
export function chainStoreContract(world: StoreWorld<ChainPorts, ChainStore>): void {
  describeStore("the chain store", world, (run, runInReplica) => {
    const staged = stageChain(run, runInReplica);
    chainBytesContract(staged);
    chainRequestsContract(staged);
  });
}
