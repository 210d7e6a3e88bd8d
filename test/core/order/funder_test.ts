import { describe, expect, test } from "bun:test";
import { Option, Result } from "effect";
import { readFunder, type SignatureType } from "../../../core/order/mod.ts";

const OWN = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const OTHER = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const read = (signatureType: SignatureType, funder?: string) =>
  readFunder({ address: OWN, signatureType, funder: Option.fromUndefinedOr(funder) });
const hintOf = (result: ReturnType<typeof read>) =>
  Result.isFailure(result) ? result.failure.hint : undefined;

describe("the funder of a wallet", () => {
  test("of type 0 is the key's own address, named or not", () => {
    expect(read(0)).toEqual(Result.succeed(OWN));
    expect(read(0, OWN)).toEqual(Result.succeed(OWN));
    expect(hintOf(read(0, OTHER))).toContain(`The key's own address ${OWN} holds the money`);
  });

  test.each([1, 2, 3] as const)("of type %d is a contract, which must be named", (type) => {
    expect(read(type, OTHER)).toEqual(Result.succeed(OTHER));
    expect(hintOf(read(type))).toContain("Give the address of its contract");
    expect(hintOf(read(type, OWN))).toContain("this is the key's own");
  });
});
