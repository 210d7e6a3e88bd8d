/**
 * Runs the commands for webhooks.
 *
 * @module
 */
import { Effect, type Layer } from "effect";
import { HOOK_SECRET_BYTES } from "../../../core/use_case/hook/mod.ts";
import { hookSecretLocation, type Sealed, SecretBox } from "../../../core/port/mod.ts";
import { HOOK_OPERATIONS, type HookFacts } from "../../operator/hook_operations.ts";
import type { HookCommand } from "./account_command.ts";
import { call, type CommandContext } from "./command_context.ts";
import { type CommandOutput, factLines, instant, results, tableLines } from "./command_output.ts";

/** Runs one. Throws `CommandFailed` with the reason if it fails. */
export async function runHookCommand(
  command: HookCommand,
  context: CommandContext,
): Promise<CommandOutput> {
  switch (command.name) {
    case "hooks":
      return listHooks(command.email, context);
    case "hook add":
      return addHook(command, context);
    case "hook rotate":
      return rotateHook(command.id, context);
    case "hook remove":
      await call(context, HOOK_OPERATIONS.removeHook, { id: command.id });
      return results(`Removed the webhook ${command.id}`);
    case "hook resume":
      await call(context, HOOK_OPERATIONS.resumeHook, { id: command.id });
      return results(`Resumed the webhook ${command.id}: what waits for it is sent now`);
    case "hook test":
      return testHook(command.id, context);
  }
}

async function listHooks(email: string, context: CommandContext): Promise<CommandOutput> {
  const found = await call(context, HOOK_OPERATIONS.listHooks, { email });
  return found.hooks.length > 0
    ? results(...hookTable(found.hooks))
    : { results: [], notes: [`The account ${found.email} has no webhooks`] };
}

function hookTable(hooks: ReadonlyArray<HookFacts>): ReadonlyArray<string> {
  return tableLines(
    ["id", "state", "waiting", "lost", "last success", "last failure", "events", "url", "reason"],
    hooks.map((hook) => [
      hook.id,
      hook.stop === null ? "active" : `stopped: ${hook.stop}`,
      String(hook.waiting),
      String(hook.lost),
      instant(hook.lastSuccessMs),
      instant(hook.lastFailureMs),
      [...hook.events, ...hook.assets, ...hook.intervals].join(","),
      hook.url,
      hook.lastFailure ?? "",
    ]),
  );
}

async function addHook(
  { email, url, events, assets, intervals }: Extract<HookCommand, { readonly name: "hook add" }>,
  context: CommandContext,
): Promise<CommandOutput> {
  const id = `hook_${crypto.randomUUID().replaceAll("-", "")}`;
  const { text, secret } = await newSecret(id, context.box);
  const input = { id, email, url, events, assets, intervals, secret };
  const { hook, email: owner } = await call(context, HOOK_OPERATIONS.addHook, input);
  return {
    results: [text],
    notes: [
      ...factLines([
        ["webhook", hook.id],
        ["account", owner],
        ["url", hook.url],
        ["events", hook.events.join(", ")],
        ["assets", hook.assets.join(", ") || "all"],
        ["intervals", hook.intervals.join(", ") || "all"],
        ["try", `bun run account hook test ${hook.id}`],
      ]),
      "This signing secret cannot be shown again:",
    ],
  };
}

async function rotateHook(id: string, context: CommandContext): Promise<CommandOutput> {
  const { text, secret } = await newSecret(id, context.box);
  const { formerUntilMs } = await call(context, HOOK_OPERATIONS.rotateHook, { id, secret });
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
  const bytes = crypto.getRandomValues(new Uint8Array(HOOK_SECRET_BYTES));
  try {
    const sealing = SecretBox.use(({ seal }) => seal(bytes, hookSecretLocation(id)));
    const secret = await Effect.runPromise(Effect.provide(sealing, box));
    return { text: `whsec_${bytes.toBase64()}`, secret };
  } finally {
    bytes.fill(0);
  }
}

async function testHook(id: string, context: CommandContext): Promise<CommandOutput> {
  const { status, redirectUrl, text, tookMs } = await call(context, HOOK_OPERATIONS.testHook, {
    id,
  });
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
