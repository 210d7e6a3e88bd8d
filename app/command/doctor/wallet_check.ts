/**
 * Judges whether the operator's key fits the wallets and the webhooks, and whether these get their
 * messages.
 *
 * @module
 */
import { Effect } from "effect";
import { SecretBox } from "../../../core/port/secret_box.ts";
import type { SecretsReport } from "../../../core/use_case/account/mod.ts";
import { WALLET_KEY_HINT } from "../../operator/operator_hint.ts";
import type { WalletKeys } from "../../settings/storage_settings.ts";
import { layerWalletKeys } from "../../wiring/store.ts";
import { ownCommand } from "../../wiring/own_command.ts";
import { type Finding, off, trouble, well } from "./doctor_report.ts";

/** The keys of this command, and whether the report is a running service's, which has its own. */
interface Keys {
  readonly walletKeys: WalletKeys;
  readonly isRunning: boolean;
}

/** Returns the finding; without a report nothing that is sealed can be read yet. */
export async function walletFinding(
  secrets: SecretsReport | undefined,
  { walletKeys, isRunning }: Keys,
): Promise<Finding> {
  const ownKeyId = await keyIdOf(walletKeys);
  if (secrets === undefined) {
    return off(
      "wallets and webhooks can be read once the service was started",
      ownKeyId === null ? HINT : "",
    );
  }
  const { keyId, wallets, webhooks } = secrets;
  if (isRunning && keyId !== ownKeyId) {
    return trouble(
      `the running service has ${keyNamed(keyId)}, and this command ${keyNamed(ownKeyId)}`,
      "Give the command and the service the same WALLET_KEY, and restart the service",
    );
  }
  if (keyId === null) {
    return wallets.count + webhooks.count === 0
      ? off("WALLET_KEY is not set, and there are no wallets or webhooks", HINT)
      : trouble(
        `WALLET_KEY is not set, and ${countsText({ wallets, webhooks })} are sealed`,
        "Set it to the key that they were sealed under",
      );
  }
  const unopened = unopenedFinding(secrets);
  if (unopened !== undefined) return unopened;
  const formerCount = wallets.formerCount + webhooks.formerCount;
  const former = formerCount === 0 ? "" : `, ${formerCount} of them by WALLET_KEY_PREVIOUS`;
  return {
    ...well(`opens ${countsText({ wallets, webhooks })}${former}`),
    remedy: formerCount > 0 ? ROTATE : "",
  };
}

function countsText({ wallets, webhooks }: Pick<SecretsReport, "wallets" | "webhooks">): string {
  return `${wallets.count} wallets and ${webhooks.count} webhooks`;
}

/** Says what does not open, quotes the first of it, and names the ways out of each kind. */
function unopenedFinding({ wallets, webhooks }: SecretsReport): Finding | undefined {
  const kinds = [
    { name: "wallets", ...wallets, wayOut: "import those wallets again" },
    {
      name: "webhooks",
      ...webhooks,
      wayOut: `give those webhooks new secrets: ${ownCommand("account hook rotate <id>")}`,
    },
  ].filter(({ unreadable }) => unreadable.length > 0);
  const [first] = kinds.flatMap(({ unreadable }) => unreadable);
  if (first === undefined) return undefined;
  const counts = kinds.map(({ name, count, unreadable }) =>
    `${unreadable.length} of ${count} ${name}`
  );
  return trouble(
    `${counts.join(" and ")} do not open; ${first.id}: ${first.reason}`,
    ["Set WALLET_KEY to the key that sealed them", ...kinds.map(({ wayOut }) => wayOut)]
      .join(", or "),
  );
}

const HINT = WALLET_KEY_HINT;
const ROTATE = `Reseal them under WALLET_KEY: ${ownCommand("account rotate")}`;

function keyNamed(keyId: string | null): string {
  return keyId === null ? "no WALLET_KEY" : `the key ${keyId}`;
}

function keyIdOf(keys: WalletKeys): Promise<string | null> {
  const keyId = SecretBox.use((box) => box.keyId);
  return Effect.runPromise(
    Effect.provide(Effect.orElseSucceed(keyId, () => null), layerWalletKeys(keys)),
  );
}

/** What waits for webhooks, and how many of them were stopped. */
export interface WebhookCounts {
  readonly waiting: number;
  readonly stopped: number;
}

/** Returns the finding. */
export function webhookFinding({ waiting, stopped }: WebhookCounts): Finding {
  return stopped === 0 ? well(`${waiting} messages wait`) : trouble(
    `${stopped} are stopped, and ${waiting} messages wait`,
    `${ownCommand("account hooks <email>")} says why; ${
      ownCommand("account hook resume <id>")
    } goes on`,
  );
}
