/**
 * Runs the commands for webhooks.
 *
 * @module
 */
import { Effect, type Layer } from "effect";
import { WEBHOOK_SECRET_BYTES } from "../../../core/use_case/webhook/mod.ts";
import { type Sealed, SecretBox } from "../../../core/port/secret_box.ts";
import { webhookSecretLocation } from "../../../core/port/webhook_store.ts";
import { WEBHOOK_OPERATIONS, type WebhookFacts } from "../../operator/webhook_operations.ts";
import { ownCommand } from "../../wiring/own_command.ts";
import type { WebhookCommand } from "./account_command.ts";
import { call, type CommandContext } from "./command_context.ts";
import { type CommandOutput, factLines, instant, results, tableLines } from "./command_output.ts";

/** Runs one. Throws `CommandFailed` with the reason if it fails. */
export async function runWebhookCommand(
  command: WebhookCommand,
  context: CommandContext,
): Promise<CommandOutput> {
  switch (command.name) {
    case "hooks":
      return listWebhooks(command.email, context);
    case "hook add":
      return addWebhook(command, context);
    case "hook rotate":
      return rotateWebhook(command.id, context);
    case "hook remove":
      await call(context, WEBHOOK_OPERATIONS.removeWebhook, { id: command.id });
      return results(`Removed the webhook ${command.id}`);
    case "hook resume":
      await call(context, WEBHOOK_OPERATIONS.resumeWebhook, { id: command.id });
      return results(`Resumed the webhook ${command.id}: what waits for it is sent now`);
    case "hook test":
      return testWebhook(command.id, context);
  }
}

async function listWebhooks(email: string, context: CommandContext): Promise<CommandOutput> {
  const found = await call(context, WEBHOOK_OPERATIONS.listWebhooks, { email });
  return found.webhooks.length > 0
    ? results(...webhookTable(found.webhooks))
    : { results: [], notes: [`The account ${found.email} has no webhooks`] };
}

function webhookTable(webhooks: ReadonlyArray<WebhookFacts>): ReadonlyArray<string> {
  return tableLines(
    ["id", "state", "waiting", "lost", "last success", "last failure", "events", "url", "reason"],
    webhooks.map((webhook) => [
      webhook.id,
      webhook.stop === null ? "active" : `stopped: ${webhook.stop}`,
      String(webhook.waiting),
      String(webhook.lost),
      instant(webhook.lastSuccessMs),
      instant(webhook.lastFailureMs),
      [...webhook.events, ...webhook.assets, ...webhook.intervals].join(","),
      webhook.url,
      webhook.lastFailure ?? "",
    ]),
  );
}

async function addWebhook(
  { email, url, events, assets, intervals }: Extract<WebhookCommand, { readonly name: "hook add" }>,
  context: CommandContext,
): Promise<CommandOutput> {
  const id = `hook_${crypto.randomUUID().replaceAll("-", "")}`;
  const { text, secret } = await newSecret(id, context.box);
  const input = { id, email, url, events, assets, intervals, secret };
  const { webhook, email: owner } = await call(context, WEBHOOK_OPERATIONS.addWebhook, input);
  return {
    results: [text],
    notes: [
      ...factLines([
        ["webhook", webhook.id],
        ["account", owner],
        ["url", webhook.url],
        ["events", webhook.events.join(", ")],
        ["assets", webhook.assets.join(", ") || "all"],
        ["intervals", webhook.intervals.join(", ") || "all"],
        ["try", ownCommand(`account hook test ${webhook.id}`)],
      ]),
      "This signing secret cannot be shown again:",
    ],
  };
}

async function rotateWebhook(id: string, context: CommandContext): Promise<CommandOutput> {
  const { text, secret } = await newSecret(id, context.box);
  const { formerUntilMs } = await call(context, WEBHOOK_OPERATIONS.rotateWebhook, { id, secret });
  return {
    results: [text],
    notes: [
      formerUntilMs === null
        ? "The former secret does not open: only the new one signs, from now on"
        : `The former secret signs beside the new one until ${instant(formerUntilMs)}`,
      "This signing secret cannot be shown again:",
    ],
  };
}

/** Makes a secret and seals it here, so that no other process sees it. */
async function newSecret(
  id: string,
  box: Layer.Layer<SecretBox>,
): Promise<{ readonly text: string; readonly secret: Sealed }> {
  const bytes = crypto.getRandomValues(new Uint8Array(WEBHOOK_SECRET_BYTES));
  try {
    const sealing = SecretBox.use(({ seal }) => seal(bytes, webhookSecretLocation(id)));
    const secret = await Effect.runPromise(Effect.provide(sealing, box));
    return { text: `whsec_${bytes.toBase64()}`, secret };
  } finally {
    bytes.fill(0);
  }
}

async function testWebhook(id: string, context: CommandContext): Promise<CommandOutput> {
  const { status, redirectUrl, text, tookMs } = await call(
    context,
    WEBHOOK_OPERATIONS.testWebhook,
    {
      id,
    },
  );
  const isOk = status >= 200 && status < 300;
  return {
    results: factLines([
      ["answer", `${status} after ${tookMs} ms`],
      ...redirectUrl === null ? [] : [["redirects to", redirectUrl] as const],
      ["body", text === "" ? "empty" : text],
    ]),
    notes: [
      ...isOk ? [] : ["A message counts as delivered when the receiver answers 200 to 299"],
      ...redirectUrl === null ? [] : [
        "Redirects are not followed: if that address is yours, add a webhook with it, and remove " +
        "this one",
      ],
    ],
    isFailure: !isOk,
  };
}
