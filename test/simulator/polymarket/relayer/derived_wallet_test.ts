import { expect, test } from "bun:test";
import { safeOf } from "../../../../app/simulator/polymarket/relayer/derived_wallet.ts";

// The signer and the Safe in the venue's documentation of `POST /submit`.
test("a Safe has the address that the venue's documentation shows", () => {
  expect(safeOf("0x6e0c80c90ea6c15917308F820Eac91Ce2724B5b5"))
    .toBe("0x6d8c4e9aDF5748Af82Dabe2C6225207770d6B4fa");
});
