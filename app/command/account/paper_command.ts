/**
 * Runs `bun run account wallet paper`.
 *
 * @module
 */
import { randomBytes } from "node:crypto";
import { paperWalletId } from "../../../core/order/mod.ts";
import { Option } from "effect";
import { PAPER_OPERATION } from "../../operator/paper_operation.ts";
import type { AccountCommand } from "./account_command.ts";
import { call, type CommandContext } from "./command_context.ts";
import { type CommandOutput, usdcText, walletLines } from "./command_output.ts";
import { sealSigningKey } from "./sealed_signing_key.ts";

const KEY_BYTES = 32;

/** Opens the wallet. Its key is made here, and signs nothing that anybody would take for money. */
export async function openPaperWallet(
  { email, usdcE6, latencyMs, identity }: Extract<AccountCommand, { name: "wallet paper" }>,
  context: CommandContext,
): Promise<CommandOutput> {
  const id = paperWalletId(Bun.randomUUIDv7());
  const key = new TextEncoder().encode(randomBytes(KEY_BYTES).toString("hex"));
  const { address, signingKey } = await sealSigningKey(key, { walletId: id, box: context.box });
  const own = { address, funder: address, signatureType: 0 as const };
  const { wallet, isNew } = await call(context, PAPER_OPERATION, {
    ...{ id, email, signingKey },
    ...Option.getOrElse(identity, () => own),
    usdcE6: String(usdcE6),
    latencyMs: Option.getOrNull(latencyMs),
  });
  return {
    results: walletLines(wallet),
    notes: [
      isNew
        ? `Opened a paper wallet with ${usdcText(String(usdcE6))} USDC that nobody paid`
        : "The account already has this paper wallet: nothing was changed",
    ],
  };
}
