/**
 * The simulated chain: a node of Polygon, as far as claims, splits and merges need one.
 *
 * Its state is the order book's: what wallets have there, the markets, and their resolutions. A
 * chain that runs in a process of its own has wallets of its own.
 *
 * @module
 */
import { type SimulatedProvider } from "../../kit/simulator.ts";
import { type VenueParts } from "../clob/venue_parts.ts";
import { makeAutoRedeemControl } from "./auto_redeem_control.ts";
import { answerRpc, rpcFailure } from "./json_rpc.ts";
import { makeGasControl } from "./gas_control.ts";
import { type RpcMethod, stateMethods } from "./rpc_methods.ts";
import { transactionMethods } from "./transaction_methods.ts";

/** Makes the simulator. */
export function makeChainSimulator(parts: VenueParts): SimulatedProvider {
  const methods: ReadonlyMap<string, RpcMethod> = new Map([
    ...stateMethods(parts),
    ...transactionMethods(parts),
  ]);
  return {
    name: "chain",
    controls: new Map([
      ["PUT /__gas", makeGasControl(parts.node)],
      ["POST /__auto_redeem", makeAutoRedeemControl(parts.autoRedeem)],
    ]),
    failure: rpcFailure,
    answer({ method, path, body }) {
      parts.engine.tend();
      switch (`${method} ${path}`) {
        case "POST /":
          return answerRpc(body, methods);
        default:
          return rpcFailure(method === "POST" ? 404 : 405);
      }
    },
  };
}
