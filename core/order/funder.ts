/**
 * The funder of a wallet: the address that holds its money.
 *
 * @module
 */
import { Option, Result } from "effect";
import { RequestRejected } from "../request.ts";
import { SIGNATURE_TYPE_NAMES, type SignatureType } from "./wallet.ts";

/**
 * Returns the funder of a wallet: for type 0 the key's own address, and no other is accepted; for
 * any other type a contract, which must be given. Addresses are checksummed.
 */
export function readFunder({ address, signatureType, funder }: {
  readonly address: string;
  readonly signatureType: SignatureType;
  readonly funder: Option.Option<string>;
}): Result.Result<string, RequestRejected> {
  const type = `${signatureType}, ${SIGNATURE_TYPE_NAMES[signatureType]}`;
  const refuse = (hint: string) =>
    Result.fail(
      new RequestRejected({
        parameter: "funder",
        received: Option.getOrElse(funder, () => ""),
        hint,
      }),
    );
  if (signatureType === 0) {
    return Option.isNone(funder) || funder.value === address
      ? Result.succeed(address)
      : refuse(`The key's own address ${address} holds the money of type ${type}; leave it out`);
  }
  if (Option.isNone(funder)) {
    return refuse(`Give the address of its contract, which type ${type} needs`);
  }
  return funder.value !== address
    ? Result.succeed(funder.value)
    : refuse(`Give the address of its contract, which type ${type} needs: this is the key's own`);
}
