import { describe, expect, test } from "bun:test";
import {
  concat,
  decodeFunctionData,
  hashTypedData,
  keccak256,
  numberToHex,
  recoverMessageAddress,
  recoverTypedDataAddress,
  stringToHex,
} from "viem/utils";
import type { Hex } from "../../../../adapters/polymarket/clob/contracts.ts";
import { BODY_OF } from "../../../../adapters/polymarket/relayer/relayed_body.ts";
import type { RelayedCalls } from "../../../../adapters/polymarket/relayer/relayed_calls.ts";
import { DEV_ADDRESS, devKey } from "../clob/dev_wallet.ts";

const ONE = { to: "0xAdA100Db00Ca00073811820692005400218FcE1f", data: "0x01b7037c00" } as const;
const TWO = { to: "0x12121212006e4CD160D18e3f00711DA5c3372600", data: "0xd217a3ccffff" } as const;
const WALLET = "0x6e0c80c90ea6c15917308F820Eac91Ce2724B5b5";
const RELAY = "0x4da9399CD95E65dFDB9C5A5D3dC5d2B2c1C57f1C".toLowerCase() as Hex;
const BATCH: RelayedCalls = {
  calls: [ONE, TWO],
  signer: DEV_ADDRESS,
  wallet: WALLET,
  nonce: 41n,
  relay: RELAY,
  deadlineSec: 1_790_000_600,
};
const bodyOf = (type: keyof typeof BODY_OF, batch: Partial<RelayedCalls> = {}) =>
  JSON.parse(BODY_OF[type]({ ...BATCH, ...batch }, devKey()));

describe("the body of a deposit wallet", () => {
  test("is a batch that its owner signs, until the deadline", async () => {
    const { signature, ...body } = bodyOf("WALLET");
    const calls = [ONE, TWO].map(({ to: target, data }) => ({ target, value: "0", data }));
    expect(body).toEqual({
      type: "WALLET",
      from: DEV_ADDRESS,
      to: "0x00000000000Fb5C9ADea0298D729A0CB3823Cc07",
      nonce: "41",
      metadata: "",
      depositWalletParams: { depositWallet: WALLET, deadline: "1790000600", calls },
    });
    const signer = await recoverTypedDataAddress({
      domain: {
        name: "DepositWallet",
        version: "1",
        chainId: 137,
        verifyingContract: WALLET,
      },
      types: {
        Call: [
          { name: "target", type: "address" },
          { name: "value", type: "uint256" },
          { name: "data", type: "bytes" },
        ],
        Batch: [
          { name: "wallet", type: "address" },
          { name: "nonce", type: "uint256" },
          { name: "deadline", type: "uint256" },
          { name: "calls", type: "Call[]" },
        ],
      },
      primaryType: "Batch",
      message: {
        wallet: WALLET,
        nonce: 41n,
        deadline: 1_790_000_600n,
        calls: [ONE, TWO].map(({ to: target, data }) => ({ target, value: 0n, data })),
      },
      signature,
    });
    expect(signer as string).toBe(DEV_ADDRESS);
  });
});

describe("the body of a Safe", () => {
  const MULTI_SEND = "0xA238CBeb142c10Ef7Ad8442C6D1f9E89e07e7761";
  const NOBODY = "0x0000000000000000000000000000000000000000";

  const safeHash = (to: Hex, data: Hex, operation: number) =>
    hashTypedData({
      domain: { chainId: 137, verifyingContract: WALLET },
      types: {
        SafeTx: [
          { name: "to", type: "address" },
          { name: "value", type: "uint256" },
          { name: "data", type: "bytes" },
          { name: "operation", type: "uint8" },
          { name: "safeTxGas", type: "uint256" },
          { name: "baseGas", type: "uint256" },
          { name: "gasPrice", type: "uint256" },
          { name: "gasToken", type: "address" },
          { name: "refundReceiver", type: "address" },
          { name: "nonce", type: "uint256" },
        ],
      },
      primaryType: "SafeTx",
      message: {
        to,
        value: 0n,
        data,
        operation,
        safeTxGas: 0n,
        baseGas: 0n,
        gasPrice: 0n,
        gasToken: NOBODY,
        refundReceiver: NOBODY,
        nonce: 41n,
      },
    });

  /** Takes back what marks the signature as that of a message. */
  const signerOf = (signature: Hex, raw: Hex) => {
    const v = Number.parseInt(signature.slice(-2), 16);
    expect([31, 32]).toContain(v);
    const plain = `${signature.slice(0, -2)}${(v - 4).toString(16)}` as Hex;
    return recoverMessageAddress({ message: { raw }, signature: plain });
  };

  test("makes one call itself", async () => {
    const { signature, ...body } = bodyOf("SAFE", { calls: [ONE] });
    expect(body).toEqual({
      type: "SAFE",
      from: DEV_ADDRESS,
      to: ONE.to,
      proxyWallet: WALLET,
      data: ONE.data,
      nonce: "41",
      signatureParams: {
        gasPrice: "0",
        operation: "0",
        safeTxnGas: "0",
        baseGas: "0",
        gasToken: NOBODY,
        refundReceiver: NOBODY,
      },
      metadata: "",
    });
    expect(await signerOf(signature, safeHash(ONE.to, ONE.data, 0)) as string).toBe(DEV_ADDRESS);
  });

  test("lends itself to a contract that makes several", async () => {
    const { signature, to, data, signatureParams } = bodyOf("SAFE");
    expect([to, signatureParams.operation]).toEqual([MULTI_SEND, "1"]);
    const abi = [{
      type: "function",
      name: "multiSend",
      stateMutability: "payable",
      inputs: [{ name: "transactions", type: "bytes" }],
      outputs: [],
    }] as const;
    const word = (value: number) => value.toString(16).padStart(64, "0");
    const packed = [ONE, TWO].map(({ to, data }) =>
      ["00", to.slice(2).toLowerCase(), word(0), word((data.length - 2) / 2), data.slice(2)].join(
        "",
      )
    );
    expect(decodeFunctionData({ abi, data }).args as ReadonlyArray<string>)
      .toEqual([`0x${packed.join("")}`]);
    expect(await signerOf(signature, safeHash(MULTI_SEND, data, 1)) as string).toBe(DEV_ADDRESS);
  });
});

describe("the body of a proxy", () => {
  const FACTORY = "0xaB45c5A4B0c941a2F231C04C3f49182e1A254052";
  const HUB = "0xD216153c06E857cD7f72665E0aF1d7D82172F494";

  test("calls through the factory, for the relay that was chosen", async () => {
    const { signature, data, ...body } = bodyOf("PROXY");
    expect(body).toEqual({
      type: "PROXY",
      from: DEV_ADDRESS,
      to: FACTORY,
      proxyWallet: WALLET,
      nonce: "41",
      signatureParams: {
        gasPrice: "0",
        gasLimit: "10000000",
        relayerFee: "0",
        relayHub: HUB,
        relay: RELAY,
      },
      metadata: "",
    });
    const abi = [{
      type: "function",
      name: "proxy",
      stateMutability: "payable",
      inputs: [{
        name: "calls",
        type: "tuple[]",
        components: [
          { name: "typeCode", type: "uint8" },
          { name: "to", type: "address" },
          { name: "value", type: "uint256" },
          { name: "data", type: "bytes" },
        ],
      }],
      outputs: [{ type: "bytes[]" }],
    }] as const;
    expect(decodeFunctionData({ abi, data }).args).toEqual([
      [ONE, TWO].map((call) => ({ typeCode: 1, value: 0n, ...call })),
    ]);
    const word = (value: bigint) => numberToHex(value, { size: 32 });
    const raw = keccak256(concat([
      ...[stringToHex("rlx:"), DEV_ADDRESS, FACTORY, data] as const,
      ...[word(0n), word(0n), word(10_000_000n), word(41n), HUB, RELAY] as const,
    ]));
    expect(await recoverMessageAddress({ message: { raw }, signature }) as string)
      .toBe(DEV_ADDRESS);
  });
});
