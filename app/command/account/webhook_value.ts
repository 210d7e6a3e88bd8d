/**
 * Parses the options of a new webhook, and the ids of webhooks.
 *
 * @module
 */
import { Result } from "effect";
import { WEBHOOK_EVENTS, type WebhookEventName } from "../../../core/webhook/mod.ts";
import { type Asset, ASSETS, type Interval, INTERVALS } from "../../../core/market/mod.ts";
import { parseList } from "../../../core/page/mod.ts";
import { ownCommand } from "../../wiring/own_command.ts";
import type { OptionText } from "./account_value.ts";
import { complain, type Read, readOf } from "./command_failure.ts";

/** What an operator chooses of a webhook. Without assets or intervals, all count. */
export interface WebhookChoice {
  /** As typed: the service checks it. */
  readonly url: string;
  readonly events: ReadonlyArray<WebhookEventName>;
  readonly assets: ReadonlyArray<Asset>;
  readonly intervals: ReadonlyArray<Interval>;
}

/** Reads `--url`, `--events`, `--assets` and `--intervals`. */
export function readWebhookChoice(
  options: Readonly<Record<string, OptionText>>,
): Read<WebhookChoice> {
  return Result.gen(function* () {
    const { url, events } = options;
    if (url === undefined) {
      return yield* complain(
        "Cannot add a webhook without --url",
        "Send the receiver's address, such as --url https://example.com/webhook",
      );
    }
    if (events === undefined) {
      return yield* complain(
        "Cannot add a webhook without --events",
        `Send any of ${WEBHOOK_EVENTS.join(", ")}, separated by commas`,
      );
    }
    return {
      url: String(url),
      events: yield* readWords("events", events, WEBHOOK_EVENTS),
      assets: yield* readWords("assets", options["assets"], ASSETS),
      intervals: yield* readWords("intervals", options["intervals"], INTERVALS),
    };
  });
}

function readWords<const Word extends string>(
  name: string,
  text: OptionText,
  all: ReadonlyArray<Word>,
): Read<ReadonlyArray<Word>> {
  return readOf(parseList(`--${name}`, text === undefined ? undefined : String(text), all));
}

/** Parses the id of a webhook. */
export function readWebhookId(text: string): Read<string> {
  const id = text.toLowerCase();
  return /^hook_[0-9a-f]{32}$/.test(id) ? Result.succeed(id) : complain(
    `Cannot use the webhook id "${text}"`,
    `Send hook_ and 32 digits, as listed by: ${ownCommand("account hooks <email>")}`,
  );
}
