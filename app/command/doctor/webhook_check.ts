/**
 * Judges whether webhooks get their messages.
 *
 * @module
 */
import { type Finding, trouble, well } from "./doctor_report.ts";

/** What waits for webhooks, and how many of them were stopped. */
export interface WebhookCounts {
  readonly waiting: number;
  readonly stopped: number;
}

/** Returns the finding. */
export function webhookFinding({ waiting, stopped }: WebhookCounts): Finding {
  return stopped === 0 ? well(`${waiting} messages wait`) : trouble(
    `${stopped} are stopped, and ${waiting} messages wait`,
    "bun run account hooks <email> says why; bun run account hook resume <id> goes on",
  );
}
