import { expect, test } from "bun:test";
import { keccak256, parseTransaction } from "viem/utils";
import { privateKeyToAccount } from "viem/accounts";
import { signTransaction } from "../../../../adapters/polymarket/chain/key_transaction.ts";
import { DEV_ADDRESS, DEV_KEY_HEX, devKey } from "../clob/dev_wallet.ts";

const CALL = { to: "0x12121212006e4CD160D18e3f00711DA5c3372600", data: "0x5b63685e00ff" } as const;

test.each([0n, 1n, 2n, 3n, 300n])(
  "signs the transaction of number %p as viem's own accounts do",
  async (nonce) => {
    const { bytes, tx } = signTransaction(
      { call: CALL, nonce, gas: 250_000n, feeMaxWei: 180_000_000_000n, tipWei: 30_000_000_000n },
      devKey(),
    );
    const account = privateKeyToAccount(`0x${DEV_KEY_HEX}`);
    const theirs = await account.signTransaction({
      type: "eip1559",
      chainId: 137,
      nonce: Number(nonce),
      gas: 250_000n,
      maxFeePerGas: 180_000_000_000n,
      maxPriorityFeePerGas: 30_000_000_000n,
      value: 0n,
      ...CALL,
    });
    expect(bytes as string).toBe(theirs);
    expect(tx).toBe(keccak256(theirs));
    expect(parseTransaction(bytes).chainId).toBe(137);
    expect(account.address as string).toBe(DEV_ADDRESS);
  },
);
