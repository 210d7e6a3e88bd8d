/**
 * Refuses to open an embedded store that a service in another container has open.
 *
 * @module
 */
import { StoreUnavailable } from "../../adapters/postgres/engine/store_unavailable.ts";
import { isAnswered, operatorSocketPath } from "../operator/operator_socket.ts";
import type { WorldStore } from "./world_folder.ts";

/**
 * Rejects if a service answers in the folder of its store. The store's own claim knows this
 * machine's process ids alone, and containers that share a folder have ids of their own.
 */
export async function refuseSharedFolder(
  { folder, store }: { readonly folder: string; readonly store: WorldStore },
): Promise<void> {
  if (folder !== store.folder || !await isAnswered(operatorSocketPath(folder))) return;
  throw new StoreUnavailable({
    detail: `${folder} is in use by a running service; stop it, or set DATA_DIR to another folder`,
    cause: null,
  });
}
