/** A caller with a position, whose wallet does on the chain what it is asked to. @module */
import { conditionOf } from "../../condition.ts";
import { WalletStore } from "../../../core/port/wallet_store.ts";
import { advanceWallet, claimAutomatically } from "../../../core/use_case/chain/mod.ts";
import { CONDITION, positionsClient, resolved } from "./positions_client.ts";

/** A condition that nobody knows. */
export const NOWHERE = conditionOf(99);

/** A wallet with 10 shares of Up, which the chain has. */
export async function claimsClient() {
  const client = await positionsClient();
  const { wallet, index, chain, server } = client;
  chain.sharesE6.set("11", 10_000_000n);
  const post = async (
    path: "claim" | "split" | "merge",
    body: Readonly<Record<string, unknown>>,
    key: string | undefined = "key-1",
  ) => {
    const headers: Readonly<Record<string, string>> = key === "" ? {} : { "idempotency-key": key };
    return await client.request("POST", `/positions/${path}`, { body, headers });
  };
  const claims = async (query = "") => {
    const { body } = await client.askText(`/positions/claims?walletId=${wallet.id}${query}`);
    return body["data"] as ReadonlyArray<Readonly<Record<string, unknown>>>;
  };
  return {
    ...client,
    post,
    claims,
    /** Up pays, and Down does not, unless `upE6` says otherwise. */
    resolve: (upE6 = 1_000_000n) =>
      void index.resolutions.set(CONDITION, resolved(upE6, 1_000_000n - upE6)),
    /** Has the wallet claim by itself, and looks at what it has won. */
    claimByItself: async () => {
      await server.runPromise(WalletStore.use((store) => store.setClaimPolicy(wallet.id, "auto")));
      await server.runPromise(claimAutomatically());
    },
    /** Does what the job would do in its time. */
    advance: () => server.runPromise(advanceWallet(wallet.id)),
  };
}
