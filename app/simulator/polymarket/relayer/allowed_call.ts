/**
 * Which contracts the relayer calls: the venue's, for what a wallet does without the order book.
 *
 * @module
 */
import { CONTRACT } from "../chain/contract.ts";
import { type ContractCall } from "../chain/contract_call.ts";

const ALLOWED: ReadonlySet<string> = new Set(
  [
    CONTRACT.money,
    CONTRACT.tokens,
    CONTRACT.positions,
    CONTRACT.adapter,
    CONTRACT.negRiskAdapter,
    CONTRACT.router,
  ].map((address) => address.toLowerCase()),
);

/** Says which call is not permitted; undefined if all are. */
export function refuseCalls(calls: ReadonlyArray<ContractCall>): string | undefined {
  const at = calls.findIndex(({ to }) => !ALLOWED.has(to.toLowerCase()));
  const call = calls[at];
  return call && `call blocked: call ${at}: calls to ${call.to} are not permitted`;
}
