/**
 * The venue's simulated relayer, which executes signed calls of wallets on the chain.
 *
 * It acts on the chain and the wallets of the order book. A relayer that runs in a process of its
 * own has a chain and wallets of its own.
 *
 * @module
 */
import { type Answer } from "../../kit/answer.ts";
import { type SimulatedProvider, type SimulatorRequest } from "../../kit/simulator.ts";
import { type Hex } from "../chain/contract_call.ts";
import { type WalletKind } from "../chain/wallet_registry.ts";
import { type VenueParts } from "../clob/venue_parts.ts";
import { type RelayerKeys } from "./builder_keys.ts";
import { proxyOf, safeOf } from "./derived_wallet.ts";
import { RELAY } from "./proxy_transaction.ts";
import { readCaller, type RelayerCaller } from "./relayer_caller.ts";
import { makeRelayerQuota } from "./relayer_quota.ts";
import { relayerRefused } from "./relayer_refusal.ts";
import { makeRelaying, type Relayed } from "./relaying.ts";
import { makeRelayingControl } from "./relaying_control.ts";
import { submit } from "./submit_call.ts";

const KINDS: ReadonlyMap<string | null, WalletKind> = new Map([
  ["WALLET", "WALLET"],
  ["SAFE", "SAFE"],
  ["PROXY", "PROXY"],
]);
const ADDRESS = /^0x[0-9a-f]{40}$/i;
const TRANSACTION = "/v1/account/transactions/";

/** Makes the simulator. */
export function makeRelayerSimulator(
  { relayerKeys, ...parts }: VenueParts & { readonly relayerKeys: RelayerKeys },
): SimulatedProvider {
  const { clock, seed, wallets, builderKeys } = parts;
  const nowMs = () => clock.nowMs();
  const relaying = makeRelaying({ ...parts, nowMs });
  const quota = makeRelayerQuota(clock.speed);
  /** Returns the wallet of a signer, which is known from then on; undefined for none yet. */
  const walletOf = (signer: Hex, kind: WalletKind) => {
    if (kind === "WALLET") return wallets.depositWalletOf(signer);
    const wallet = kind === "SAFE" ? safeOf(signer) : proxyOf(signer);
    wallets.learn(wallet, { owner: signer, kind });
    return wallet;
  };
  const paramsOf = ({ query }: SimulatorRequest, caller?: RelayerCaller): Answer => {
    const [signer, kind] = [query.get("address") ?? "", KINDS.get(query.get("type"))];
    if (!ADDRESS.test(signer)) return relayerRefused(400, "invalid address");
    if (kind === undefined) return relayerRefused(400, "invalid type");
    if (!isOf(caller, signer)) return relayerRefused(403, "the API key is of another address");
    const wallet = walletOf(signer as Hex, kind);
    const nonce = wallet === undefined ? 0n : wallets.nonce(wallet);
    const address = kind === "PROXY" ? RELAY : signer;
    return { status: 200, body: { address, nonce: String(nonce) } };
  };
  const answerOld = (request: SimulatorRequest): Answer | undefined => {
    const { method, path, query } = request;
    switch (`${method} ${path}`) {
      case "GET /nonce":
      case "GET /relay-payload":
        return paramsOf(request);
      case "GET /deployed":
        return { status: 200, body: { deployed: true } };
      case "GET /transaction": {
        const relayed = relaying.find(query.get("id") ?? "");
        return { status: 200, body: relayed === undefined ? [] : [oldTransaction(relayed)] };
      }
      default:
        return undefined;
    }
  };
  const answerKeyed = (request: SimulatorRequest, caller: RelayerCaller) => {
    const { method, path, body } = request;
    const name = path.startsWith(TRANSACTION) && !path.endsWith("/params") ? TRANSACTION : path;
    switch (`${method} ${name}`) {
      case "GET /v1/account/transactions/params":
        return paramsOf(request, caller);
      case "GET /v1/account/transactions/": {
        const relayed = relaying.find(path.slice(TRANSACTION.length));
        return relayed === undefined || !isOf(caller, relayed.submission.from)
          ? relayerRefused(404, "transaction not found")
          : { status: 200, body: transaction(relayed) };
      }
      case "POST /submit":
        return submit(body, caller, { relaying, quota, wallets, nowMs });
      default:
        return relayerRefused(404);
    }
  };
  return {
    name: "relayer",
    controls: new Map([["POST /__relaying", makeRelayingControl({ relaying, quota, clock })]]),
    failure: (status) => relayerRefused(status),
    answer(request) {
      parts.engine.tend();
      const old = answerOld(request);
      if (old !== undefined) return old;
      const caller = readCaller(request, { builderKeys, relayerKeys, seed });
      return caller === undefined
        ? relayerRefused(401, "invalid authorization")
        : answerKeyed(request, caller);
    },
  };
}

function isOf(caller: RelayerCaller | undefined, signer: string): boolean {
  return caller?.signer === undefined || caller.signer === signer.toLowerCase();
}

function transaction({ id, hash, state, error }: Relayed) {
  return {
    transaction_id: id,
    transaction_hash: hash ?? null,
    state,
    error_msg: error ?? null,
  };
}

/** As the older call writes it. */
function oldTransaction({ id, hash, state, submission, submittedMs, updatedMs }: Relayed) {
  const { from, to, wallet, nonce, kind } = submission;
  return {
    transactionID: id,
    transactionHash: hash ?? "",
    state,
    from,
    to,
    proxyAddress: wallet,
    nonce: String(nonce),
    type: kind,
    createdAt: new Date(submittedMs).toISOString(),
    updatedAt: new Date(updatedMs).toISOString(),
  };
}
