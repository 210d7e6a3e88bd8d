/**
 * The simulated relayer beside chain and order book, and signers who write what its protocol asks
 * for by hand, for tests.
 *
 * @module
 */
import { createHmac } from "node:crypto";
import {
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  getCreate2Address,
  hashTypedData,
  keccak256,
  numberToHex,
  parseAbi,
  size,
  stringToHex,
} from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import {
  demoBuilderKey,
  demoSignerKey,
} from "../../../../app/simulator/polymarket/relayer/builder_keys.ts";
import { control } from "../../kit/support.ts";
import { type Hex, startChain } from "../chain/chain_world.ts";

/** A call, and the kind of the wallet that makes it. */
export interface Call {
  readonly to: Hex;
  readonly data: Hex;
}
export type Kind = "WALLET" | "SAFE" | "PROXY";
type Fields = Readonly<Record<string, unknown>>;

const NOBODY: Hex = `0x${"0".repeat(40)}`;
const DEPOSIT_FACTORY: Hex = "0x00000000000Fb5C9ADea0298D729A0CB3823Cc07";
const MULTI_SEND: Hex = "0xA238CBeb142c10Ef7Ad8442C6D1f9E89e07e7761";
const PROXY_FACTORY: Hex = "0xaB45c5A4B0c941a2F231C04C3f49182e1A254052";
const RELAY_HUB: Hex = "0xD216153c06E857cD7f72665E0aF1d7D82172F494";
const SAFE_FACTORY: Hex = "0xaacFeEa03eb1561C4e67d661e40682Bd20E3541b";
const PROXY_CODE: Hex = "0xd21df8dc65880a8606f09fe0ce3df9b8869287ab0b058be05aa9e8af6330a00b";
const SAFE_CODE: Hex = "0x2bce2127ff07fb632d16c8347c4ebf501f4841168bed00d9e6ef715ddb6fcecf";
const MULTI_SEND_ABI = parseAbi(["function multiSend(bytes)"]);
const PROXY_ABI = parseAbi(["function proxy((uint8,address,uint256,bytes)[])"]);
const GAS_LIMIT = 10_000_000n;
const member = (type: string, name: string) => ({ type, name });
const BATCH = {
  Batch: [
    member("address", "wallet"),
    member("uint256", "nonce"),
    member("uint256", "deadline"),
    member("Call[]", "calls"),
  ],
  Call: [member("address", "target"), member("uint256", "value"), member("bytes", "data")],
};
const SAFE_TX = {
  SafeTx: [
    member("address", "to"),
    member("uint256", "value"),
    member("bytes", "data"),
    member("uint8", "operation"),
    member("uint256", "safeTxGas"),
    member("uint256", "baseGas"),
    member("uint256", "gasPrice"),
    member("address", "gasToken"),
    member("address", "refundReceiver"),
    member("uint256", "nonce"),
  ],
};

/** Starts all. */
export function startRelayer() {
  const world = startChain();
  const relayer = world.start("relayer");
  const { clock } = world;
  let wallets = 0;
  const nowSec = () => Math.floor(clock.nowMs() / 1_000);

  const request = async (method: string, path: string, { body, headers }: {
    readonly body?: string;
    readonly headers: Record<string, string>;
  }) => {
    const init = body === undefined ? {} : { body };
    const response = await fetch(relayer.url + path, { method, headers, ...init });
    return { status: response.status, body: await response.json() as Fields };
  };

  /** A signer, whose wallet of this kind is the caller. */
  const signer = (kind: Kind, privateKey = generatePrivateKey()) => {
    const account = privateKeyToAccount(privateKey);
    const { address } = account;
    const { apiKey } = demoSignerKey(1, address);
    const headers = { RELAYER_API_KEY: apiKey, RELAYER_API_KEY_ADDRESS: address };
    const wallet = {
      SAFE: () =>
        getCreate2Address({
          from: SAFE_FACTORY,
          salt: keccak256(encodeAbiParameters([{ type: "address" }], [address])),
          bytecodeHash: SAFE_CODE,
        }),
      PROXY: () =>
        getCreate2Address({
          from: PROXY_FACTORY,
          salt: keccak256(encodePacked(["address"], [address])),
          bytecodeHash: PROXY_CODE,
        }),
      WALLET: () => numberToHex(0xde5000 + ++wallets, { size: 20 }),
    }[kind]();

    const params = async () => {
      const path = `/v1/account/transactions/params?address=${address}&type=${kind}`;
      return (await request("GET", path, { headers })).body as {
        readonly address: Hex;
        readonly nonce: string;
      };
    };
    const signBatch = async (calls: ReadonlyArray<Call>, nonce: bigint, deadline: bigint) => {
      const sent = calls.map(({ to, data }) => ({ target: to, value: "0", data }));
      const signature = await account.signTypedData({
        domain: { name: "DepositWallet", version: "1", chainId: 137, verifyingContract: wallet },
        types: BATCH,
        primaryType: "Batch",
        message: { wallet, nonce, deadline, calls: sent.map((call) => ({ ...call, value: 0n })) },
      });
      return {
        type: "WALLET",
        from: address,
        to: DEPOSIT_FACTORY,
        nonce: String(nonce),
        signature,
        metadata: "",
        depositWalletParams: { depositWallet: wallet, deadline: String(deadline), calls: sent },
      };
    };
    const signSafe = async (calls: ReadonlyArray<Call>, nonce: bigint) => {
      const packed = concat(calls.map(({ to, data }) =>
        encodePacked(
          ["uint8", "address", "uint256", "uint256", "bytes"],
          [0, to, 0n, BigInt(size(data)), data],
        )
      ));
      const args = [packed] as const;
      const multi = encodeFunctionData({ abi: MULTI_SEND_ABI, functionName: "multiSend", args });
      const [only] = calls;
      const { to, data } = only !== undefined && calls.length === 1
        ? only
        : { to: MULTI_SEND, data: multi };
      const operation = calls.length === 1 ? 0 : 1;
      const raw = hashTypedData({
        domain: { chainId: 137, verifyingContract: wallet },
        types: SAFE_TX,
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
          nonce,
        },
      });
      const plain = await account.signMessage({ message: { raw } });
      const mark = (Number.parseInt(plain.slice(-2), 16) + 4).toString(16);
      return {
        type: "SAFE",
        from: address,
        to,
        proxyWallet: wallet,
        data,
        nonce: String(nonce),
        signature: plain.slice(0, -2) + mark,
        signatureParams: {
          gasPrice: "0",
          operation: String(operation),
          safeTxnGas: "0",
          baseGas: "0",
          gasToken: NOBODY,
          refundReceiver: NOBODY,
        },
        metadata: "",
      };
    };
    const signProxy = async (calls: ReadonlyArray<Call>, nonce: bigint, relay: Hex) => {
      const args = [calls.map(({ to, data }) => [1, to, 0n, data] as const)] as const;
      const data = encodeFunctionData({ abi: PROXY_ABI, functionName: "proxy", args });
      const word = (value: bigint) => numberToHex(value, { size: 32 });
      const numbers = [word(0n), word(0n), word(GAS_LIMIT), word(nonce)];
      const parts = [stringToHex("rlx:"), address, PROXY_FACTORY, data, ...numbers];
      const raw = keccak256(concat([...parts, RELAY_HUB, relay]));
      return {
        type: "PROXY",
        from: address,
        to: PROXY_FACTORY,
        proxyWallet: wallet,
        data,
        nonce: String(nonce),
        signature: await account.signMessage({ message: { raw } }),
        signatureParams: {
          gasPrice: "0",
          gasLimit: String(GAS_LIMIT),
          relayerFee: "0",
          relayHub: RELAY_HUB,
          relay,
        },
        metadata: "",
      };
    };
    /** Returns a signed body, by default with the nonce that the relayer names. */
    const sign = async (calls: ReadonlyArray<Call>, options: {
      readonly nonce?: bigint;
      readonly deadlineSec?: number;
    } = {}): Promise<Fields> => {
      const asked = await params();
      const { nonce = BigInt(asked.nonce), deadlineSec = nowSec() + 600 } = options;
      if (kind === "WALLET") return await signBatch(calls, nonce, BigInt(deadlineSec));
      if (kind === "SAFE") return await signSafe(calls, nonce);
      return await signProxy(calls, nonce, asked.address);
    };
    const post = (body: unknown) =>
      request("POST", "/submit", { headers, body: JSON.stringify(body) });
    const submit = async (...asked: Parameters<typeof sign>) => await post(await sign(...asked));
    const look = async (id: unknown) =>
      (await request("GET", `/v1/account/transactions/${id}`, { headers })).body;
    return {
      address,
      wallet,
      headers,
      params,
      sign,
      post,
      submit,
      look,
      /** Submits, lets everything happen, and returns what became of it. */
      relay: async (calls: ReadonlyArray<Call>) => {
        const { body } = await submit(calls);
        world.pass(6_000);
        return await look(body["transactionID"]);
      },
    };
  };

  /** The headers of a builder's request. */
  const builderHeaders = (
    method: string,
    path: string,
    { body = "", key = demoBuilderKey(1) }: {
      readonly body?: string;
      readonly key?: { apiKey: string; secret: string; passphrase: string };
    } = {},
  ) => {
    const timestamp = String(nowSec());
    const mac = createHmac("sha256", Buffer.from(key.secret, "base64url"))
      .update(timestamp + method + path.split("?")[0] + body).digest("base64");
    return {
      POLY_BUILDER_API_KEY: key.apiKey,
      POLY_BUILDER_TIMESTAMP: timestamp,
      POLY_BUILDER_PASSPHRASE: key.passphrase,
      POLY_BUILDER_SIGNATURE: mac.replaceAll("+", "-").replaceAll("/", "_"),
    };
  };
  return {
    ...world,
    url: relayer.url,
    nowSec,
    request,
    signer,
    builderHeaders,
    /** Has a wallet execute other calls of its owner's. */
    takeNonce: (wallet: string) => world.shared.venueParts(notMade).wallets.count(wallet),
    set: (path: string, body: unknown) => control(relayer.url + path, "POST", body),
    stop: () => Promise.all([world.stop(), relayer.stop()]),
  };
}

function notMade(): never {
  throw new Error("The simulators have made no parts");
}
