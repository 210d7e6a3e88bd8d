import { expect, test } from "bun:test";
import fc from "fast-check";
import { isPaperWallet, paperWalletId, walletTypeName } from "../../../core/order/mod.ts";

test("a wallet is on paper by its id alone, whatever it signs with", () => {
  fc.assert(
    fc.property(fc.uuid({ version: [1, 4, 7] }), fc.constantFrom(0, 1, 2, 3), (id, type) => {
      const paperId = paperWalletId(id);
      expect([isPaperWallet(id), isPaperWallet(paperId)]).toEqual([false, true]);
      expect(walletTypeName({ id: paperId, signatureType: type })).toBe("paper");
      expect(walletTypeName({ id, signatureType: type })).not.toBe("paper");
      expect(paperId.replaceAll("-", "")).toMatch(/^[0-9a-f]{12}8[0-9a-f]{19}$/);
    }),
  );
});
