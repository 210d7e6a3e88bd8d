/**
 * The settings of webhooks.
 *
 * @module
 */
import { Option } from "effect";
import { parseWord, type SettingReader } from "./setting_reader.ts";

const CHOICES = ["allow", "refuse"] as const;

/** Where receivers of webhooks may be. */
export interface WebhookSettings {
  /**
   * Whether at addresses that are not public, and over plain HTTP. None: not in live mode, and in
   * the sandbox they may.
   */
  readonly arePrivateAllowed: Option.Option<boolean>;
}

/** Reads `WEBHOOK_PRIVATE_ADDRESSES`. */
export function readWebhookSettings({ parsed }: SettingReader): WebhookSettings {
  return {
    arePrivateAllowed: parsed("WEBHOOK_PRIVATE_ADDRESSES", {
      fallback: Option.none(),
      parse: (text) =>
        Option.map(parseWord(CHOICES)(text), (choice) => Option.some(choice === "allow")),
      hint: `use one of ${CHOICES.join(", ")}`,
    }),
  };
}
