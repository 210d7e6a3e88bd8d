/**
 * The wallets of a signer whose addresses follow from his.
 *
 * Source: the venue's client, with the factories of Polygon.
 *
 * @module
 */
import { encodeAbiParameters, encodePacked, getCreate2Address, keccak256 } from "viem/utils";
import { type Hex } from "../chain/contract_call.ts";

/** The factory of proxies, to which their calls are addressed. */
export const PROXY_FACTORY: Hex = "0xaB45c5A4B0c941a2F231C04C3f49182e1A254052";
const PROXY_CODE: Hex = "0xd21df8dc65880a8606f09fe0ce3df9b8869287ab0b058be05aa9e8af6330a00b";
const SAFE_FACTORY: Hex = "0xaacFeEa03eb1561C4e67d661e40682Bd20E3541b";
const SAFE_CODE: Hex = "0x2bce2127ff07fb632d16c8347c4ebf501f4841168bed00d9e6ef715ddb6fcecf";

/** Returns the proxy of a signer. */
export function proxyOf(signer: Hex): Hex {
  return getCreate2Address({
    from: PROXY_FACTORY,
    salt: keccak256(encodePacked(["address"], [signer])),
    bytecodeHash: PROXY_CODE,
  });
}

/** Returns the Safe of a signer. */
export function safeOf(signer: Hex): Hex {
  return getCreate2Address({
    from: SAFE_FACTORY,
    salt: keccak256(encodeAbiParameters([{ type: "address" }], [signer])),
    bytecodeHash: SAFE_CODE,
  });
}
