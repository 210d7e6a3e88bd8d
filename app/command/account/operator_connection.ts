/**
 * Connects a command to the store: through the running service, or by opening the store itself.
 *
 * @module
 */
import { isAnswered, operatorSocketPath } from "../../operator/operator_socket.ts";
import { worldFolder, type WorldName } from "../../wiring/world_folder.ts";
import type { OperatorConnection } from "./store_connection.ts";

/**
 * Connects to the service that runs in a world's folder, or else opens the world's store, which
 * `isCreating` makes where there is none.
 */
export async function connectOperator(
  world: WorldName,
  { dataDir, isCreating }: { readonly dataDir: string; readonly isCreating: boolean },
): Promise<OperatorConnection> {
  const folder = worldFolder({ dataDir }, world);
  const path = operatorSocketPath(folder);
  if (await isAnswered(path)) {
    return {
      send: (request) => fetch(request, { unix: path }),
      close: () => Promise.resolve(),
      isService: true,
      note: null,
    };
  }
  // Loaded on demand: loading the whole service takes twice as long as running a command.
  const { connectStore } = await import("./store_connection.ts");
  return await connectStore(world, { folder, isCreating });
}
