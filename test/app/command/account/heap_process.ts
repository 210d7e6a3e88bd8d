/**
 * A process that provisions a wallet whose signing key comes from standard input, and then writes
 * a dump of its heap: `heap_process.ts <order book> <metadata> <wallet id> <file>`.
 *
 * @module
 */
import { Layer, ManagedRuntime, Option, Redacted } from "effect";
import { makePolymarketEventCatalog } from "../../../../adapters/polymarket/event_catalog.ts";
import { makePolymarketVenueAccount } from "../../../../adapters/polymarket/venue_account.ts";
import { layerMemoryAccountStore } from "../../../memory/account_store.ts";
import { layerProviderWatch } from "../../../../adapters/process/provider_watch.ts";
import { layerMemoryPaperStore } from "../../../memory/paper_store.ts";
import { layerMemoryWalletStore } from "../../../memory/wallet_store.ts";
import { layerSecretBox } from "../../../../adapters/node_crypto/secret_box.ts";
import { openDemoAccount } from "../../../../app/sandbox/open_demo_account.ts";
import { EventCatalog } from "../../../../core/port/event_catalog.ts";
import { VenueAccount } from "../../../../core/port/venue_account.ts";
import { WalletStore } from "../../../../core/port/wallet_store.ts";

const [clobUrl = "", gammaUrl = "", walletId = "", file = ""] = Bun.argv.slice(2);
const signingKey = await Bun.stdin.bytes();
const runtime = ManagedRuntime.make(
  Layer.mergeAll(
    Layer.effect(EventCatalog, makePolymarketEventCatalog({ gammaUrl })),
    Layer.effect(VenueAccount, makePolymarketVenueAccount({ clobUrl })),
    layerMemoryAccountStore,
    layerMemoryWalletStore,
    layerMemoryPaperStore,
    layerSecretBox({ key: Redacted.make(crypto.getRandomValues(new Uint8Array(32))) }),
  ).pipe(Layer.provide(layerProviderWatch({ providers: [], off: [] }))),
);
const { trouble } = await runtime.runPromise(
  openDemoAccount({ seed: 1, apiKey: "sk_test_heap", walletId, signingKey }),
);
const stored = await runtime.runPromise(WalletStore.use((store) => store.find(walletId)));
// The collector keeps what is still on the stack, even leftovers: it is overwritten first.
for (let round = 0; round < 5; round++) {
  await new Promise((turn) => setImmediate(turn));
  writeOverStack(5_000);
  Bun.gc(true);
}
await Bun.write(file, Bun.generateHeapSnapshot("v8", "arraybuffer"));
const { wallet } = Option.getOrThrow(stored);
console.log(Option.getOrElse(trouble, () => wallet.address));
await runtime.dispose();

/** Fills as many frames with numbers. */
function writeOverStack(frames: number): number {
  const numbers = [frames, frames + 1, frames + 2, frames + 3];
  return frames === 0 ? 0 : writeOverStack(frames - 1) + Math.max(...numbers);
}
