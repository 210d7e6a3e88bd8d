/**
 * The events that transactions leave in the simulated chain's blocks.
 *
 * Money and tokens come from the zero address and go there, whichever contracts they really pass
 * through.
 *
 * @module
 */
import { encodeAbiParameters, encodeEventTopics, parseAbi } from "viem/utils";
import { CONTRACT, tokenContractOf } from "./contract.ts";
import { type Abi, type ContractEvent, type Hex } from "./contract_call.ts";
import { type Effect } from "./wallet_transaction.ts";

/** One event, as a receipt lists it. */
export interface EventLog {
  /** In lower case. */
  readonly address: Hex;
  readonly topics: ReadonlyArray<Hex>;
  readonly data: Hex;
}

const NOBODY = `0x${"0".repeat(40)}` as const;
const EVENTS: Abi = parseAbi([
  "event Transfer(address indexed from, address indexed to, uint256 value)",
  "event Approval(address indexed owner, address indexed spender, uint256 value)",
  "event ApprovalForAll(address indexed owner, address indexed operator, bool approved)",
  "event TransferSingle(address indexed operator, address indexed from, address indexed to, " +
  "uint256 id, uint256 value)",
]);

type EventName = ContractEvent["eventName"] | "Transfer" | "TransferSingle";

interface Argument {
  readonly name: string;
  readonly type: string;
}

const VALUE = { name: "value", type: "uint256" };
/** The parts of each event that are no topics. */
const UNINDEXED: Readonly<Record<EventName, ReadonlyArray<Argument>>> = {
  Transfer: [VALUE],
  Approval: [VALUE],
  ApprovalForAll: [{ name: "approved", type: "bool" }],
  TransferSingle: [{ name: "id", type: "uint256" }, VALUE],
};

/** Returns the events of what a call did to a wallet, by this contract. */
export function logsOf(
  effects: ReadonlyArray<Effect>,
  { wallet, operator }: { readonly wallet: string; readonly operator: string },
): ReadonlyArray<EventLog> {
  return effects.map((effect) => {
    const isIn = effect.amountE6 > 0n;
    const [from, to] = isIn ? [NOBODY, wallet] : [wallet, NOBODY];
    const value = isIn ? effect.amountE6 : -effect.amountE6;
    return effect.kind === "money"
      ? logOf(CONTRACT.money, "Transfer", { from, to, value })
      : logOf(tokenContractOf(effect.market), "TransferSingle", {
        operator,
        from,
        to,
        id: BigInt(effect.tokenId),
        value,
      });
  });
}

/** Returns the event of an approval. */
export function approvalLog({ address, eventName, args }: ContractEvent): EventLog {
  return logOf(address, eventName, args);
}

function logOf(
  address: string,
  eventName: EventName,
  args: Readonly<Record<string, unknown>>,
): EventLog {
  const unindexed = UNINDEXED[eventName];
  const topics = encodeEventTopics({ abi: EVENTS, eventName, args });
  return {
    address: address.toLowerCase() as Hex,
    topics: topics as ReadonlyArray<Hex>,
    data: encodeAbiParameters(unindexed, unindexed.map(({ name }) => args[name])),
  };
}
