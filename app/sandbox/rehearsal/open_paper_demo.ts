/**
 * Gives a replay's demo user an account, an API key and a wallet on paper.
 *
 * @module
 */
import { Effect, Option } from "effect";
import { paperWalletId } from "../../../core/order/mod.ts";
import { addressOf } from "../../../adapters/polymarket/clob/signing_key.ts";
import { SecretBox } from "../../../core/port/secret_box.ts";
import { secretLocation } from "../../../core/port/wallet_store.ts";
import { openPaperWallet } from "../../../core/use_case/paper/mod.ts";
import { DEMO_EMAIL, type DemoIdentity, demoUuid } from "../demo_identity.ts";
import { openDemoKey } from "../open_demo_account.ts";

/** USDC times 10^6: 10,000. */
const USDC_E6 = 10_000_000_000n;

/** Opens them. Returns the id of the wallet. */
export const openPaperDemo = Effect.fn("openPaperDemo")(function* (identity: DemoIdentity) {
  const { seed, walletId, signingKey } = identity;
  yield* openDemoKey(identity);
  const id = paperWalletId(walletId);
  const address = Option.getOrThrow(addressOf(signingKey));
  yield* openPaperWallet({
    id,
    email: DEMO_EMAIL,
    address,
    funder: address,
    signatureType: 0,
    signingKey: yield* (yield* SecretBox).seal(signingKey, secretLocation(id, "signingKey")),
    secret: demoUuid(seed, "paper secret"),
    passphrase: demoUuid(seed, "paper passphrase"),
    usdcE6: USDC_E6,
    latencyMs: Option.none(),
  });
  return id;
});
