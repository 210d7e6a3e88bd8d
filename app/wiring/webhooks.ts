/**
 * How webhooks are written and sent, by the operator's settings.
 *
 * @module
 */
import { Layer, Option } from "effect";
import { layerHookWriter } from "../../adapters/http/hook/hook_writer.ts";
import { layerHookSender } from "../../adapters/webhook/hook_sender.ts";
import type { HookSettings } from "../settings/hook_settings.ts";
import { VERSION } from "./version.ts";
import type { WorldStore } from "./world_folder.ts";

/** Provides the sender and the writer. */
export function layerWebhooks({ arePrivateAllowed }: HookSettings, world: WorldStore["world"]) {
  const sender = layerHookSender({
    arePrivateAllowed: Option.getOrElse(arePrivateAllowed, () => world !== "live"),
    version: VERSION,
  });
  return Layer.merge(sender, layerHookWriter);
}
