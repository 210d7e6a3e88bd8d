/**
 * The contract of the money: an ERC-20 token of six decimals.
 *
 * @module
 */
import { Result } from "effect";
import { parseAbi } from "viem/utils";
import { allowanceE6, withAllowance } from "./approvals.ts";
import { CONTRACT } from "./contract.ts";
import { type Contract, type ContractFunction } from "./contract_call.ts";

const DECIMALS = 6;

/** Transfers are not simulated. */
export const MONEY: Contract = {
  abi: parseAbi([
    "function decimals() view returns (uint8)",
    "function symbol() view returns (string)",
    "function balanceOf(address account) view returns (uint256)",
    "function allowance(address owner, address spender) view returns (uint256)",
    "function approve(address spender, uint256 value) returns (bool)",
  ]),
  gas: new Map([["approve", 27_000]]),
  functions: new Map<string, ContractFunction>([
    ["decimals", () => Result.succeed(DECIMALS)],
    ["symbol", () => Result.succeed("pUSD")],
    [
      "balanceOf",
      ([owner], { walletOf }) => Result.succeed(walletOf(String(owner)).account().balanceE6),
    ],
    [
      "allowance",
      ([owner, spender], { walletOf }) =>
        Result.succeed(allowanceE6(walletOf(String(owner)).account(), String(spender))),
    ],
    ["approve", ([spender, value], { transaction, emit }) => {
      const owner = transaction.address;
      transaction.approve(withAllowance(transaction.account(), String(spender), value as bigint));
      emit({
        address: CONTRACT.money,
        eventName: "Approval",
        args: { owner, spender, value },
      });
      return Result.succeed(true);
    }],
  ]),
};
