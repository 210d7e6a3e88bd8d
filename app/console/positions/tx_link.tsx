/**
 * A transaction on the chain.
 *
 * @module
 */
import { shortHex } from "../part/short_hex.ts";
import { service } from "../service/session.ts";

/** Its hash, which leads to an explorer of the chain; in a sandbox no chain has it. */
export function TxLink({ tx }: { readonly tx: string }) {
  const hash = <code title={tx}>{shortHex(tx)}</code>;
  if (service.value?.world !== "live") return hash;
  return (
    <a href={`https://polygonscan.com/tx/${tx}`} target="_blank" rel="noreferrer noopener">
      {hash}
      <span class="hidden">at Polygonscan</span>
    </a>
  );
}
