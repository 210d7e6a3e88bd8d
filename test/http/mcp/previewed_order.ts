/** Orders that a program previews, and what became of them. @module */
import type { rpcClient } from "./rpc_client.ts";

/** What {@linkcode rpcClient} opens. */
export type Client = Awaited<ReturnType<typeof rpcClient>>;

/** The arguments of an order that is fine but for the given fields. */
export const orderOf = ({ wallet }: Client, fields = {}) => ({
  walletId: wallet.id,
  slug: "btc-up",
  outcome: "Up",
  side: "BUY",
  amount: 10,
  ...fields,
});

/** The arguments of a limit order that rests: the book asks for 0.40. */
export const limitOf = ({ wallet }: Client) => ({
  walletId: wallet.id,
  slug: "btc-up",
  outcome: "Up",
  side: "BUY",
  price: 0.2,
  size: 20,
});

/** Previews an order, and returns the token. */
export async function tokenOf(client: Client, fields = {}): Promise<string> {
  const { structuredContent, isError } = await client.call(
    "preview_order",
    orderOf(client, fields),
  );
  if (isError) throw new Error(JSON.stringify(structuredContent));
  return String(structuredContent["previewToken"]);
}

/** How many orders the wallet has sent. */
export async function sentCount(client: Client): Promise<number> {
  const { body } = await client.history(`walletId=${client.wallet.id}`);
  return (body["data"] as ReadonlyArray<unknown>).length;
}
