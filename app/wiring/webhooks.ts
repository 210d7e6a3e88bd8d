/**
 * How webhooks are written and sent, by the operator's settings.
 *
 * @module
 */
import { Layer, Option } from "effect";
import { layerWebhookWriter } from "../../adapters/http/webhook/webhook_writer.ts";
import { layerWebhookSender } from "../../adapters/webhook/webhook_sender.ts";
import type { WebhookSettings } from "../settings/settings.ts";
import { VERSION } from "./version.ts";
import type { WorldStore } from "./world_folder.ts";

/** Provides the sender and the writer. */
export function layerWebhooks({ arePrivateAllowed }: WebhookSettings, world: WorldStore["world"]) {
  const sender = layerWebhookSender({
    arePrivateAllowed: Option.getOrElse(arePrivateAllowed, () => world !== "live"),
    version: VERSION,
  });
  return Layer.merge(sender, layerWebhookWriter);
}
