/**
 * Judges whether the operator's key fits the wallets.
 *
 * @module
 */
import { Effect } from "effect";
import { SecretBox } from "../../core/port/mod.ts";
import type { SecretsReport } from "../../core/use_case/mod.ts";
import { WALLET_KEY_HINT } from "../operator/operator_hint.ts";
import type { WalletKeys } from "../settings/storage_settings.ts";
import { layerWalletKeys } from "../store.ts";
import { type Finding, off, trouble, well } from "./doctor_report.ts";

/** The keys of this command, and whether the report is a running service's, which has its own. */
interface Keys {
  readonly walletKeys: WalletKeys;
  readonly isRunning: boolean;
}

/** Returns the finding; without a report the wallets cannot be read yet. */
export async function walletFinding(
  secrets: SecretsReport | undefined,
  { walletKeys, isRunning }: Keys,
): Promise<Finding> {
  const ownKeyId = await keyIdOf(walletKeys);
  if (secrets === undefined) {
    return off("wallets can be read once the service was started", ownKeyId === null ? HINT : "");
  }
  const { keyId, walletCount, formerCount, unreadable } = secrets;
  if (isRunning && keyId !== ownKeyId) {
    return trouble(
      `the running service has ${keyNamed(keyId)}, and this command ${keyNamed(ownKeyId)}`,
      "Give the command and the service the same WALLET_KEY, and restart the service",
    );
  }
  if (keyId === null) {
    return walletCount === 0
      ? off("WALLET_KEY is not set, and there are no wallets", HINT)
      : trouble(
        `WALLET_KEY is not set, and ${walletCount} wallets are sealed`,
        "Set it to the key that they were imported with",
      );
  }
  const [first] = unreadable;
  if (first !== undefined) {
    return trouble(
      `${unreadable.length} of ${walletCount} wallets do not open; ${first.walletId}: ` +
        first.reason,
      "Set WALLET_KEY to the key that sealed them, or import those wallets again",
    );
  }
  const former = formerCount === 0 ? "" : `, ${formerCount} of them by WALLET_KEY_PREVIOUS`;
  return {
    ...well(`opens ${walletCount} wallets${former}`),
    remedy: formerCount > 0 ? ROTATE : "",
  };
}

const HINT = WALLET_KEY_HINT;
const ROTATE = "Reseal them under WALLET_KEY: bun run account rotate";

function keyNamed(keyId: string | null): string {
  return keyId === null ? "no WALLET_KEY" : `the key ${keyId}`;
}

function keyIdOf(keys: WalletKeys): Promise<string | null> {
  const keyId = SecretBox.use((box) => box.keyId);
  return Effect.runPromise(
    Effect.provide(Effect.orElseSucceed(keyId, () => null), layerWalletKeys(keys)),
  );
}
