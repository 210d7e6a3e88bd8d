/**
 * `test/stage/wallet_world.ts` with the real box, webhooks and approval calls, for tests of `app/`.
 *
 * @module
 */
import { Layer, Redacted } from "effect";
import { layerWebhookWriter } from "../../../../adapters/http/webhook/webhook_writer.ts";
import { layerSecretBox } from "../../../../adapters/node_crypto/secret_box.ts";
import { approvalCall } from "../../../../adapters/polymarket/clob/approval.ts";
import { layerWebhookSender } from "../../../../adapters/webhook/webhook_sender.ts";
import type { SecretBox } from "../../../../core/port/secret_box.ts";
import * as stage from "../../../stage/wallet_world.ts";

export { CREDENTIALS, importAll, VENUE_STATUS } from "../../../stage/wallet_world.ts";

/** A box that seals under one key and may open those of another. */
export function boxOf(byte: number, previous?: number): Layer.Layer<SecretBox> {
  return layerSecretBox({
    key: Redacted.make(stage.keyOf(byte)),
    previousKey: previous === undefined ? undefined : Redacted.make(stage.keyOf(previous)),
  });
}

/** All ports that accounts, wallets and webhooks need. The box is under key 1. */
export function walletWorld() {
  return stage.walletWorld({
    box: boxOf(1),
    webhooks: Layer.merge(
      layerWebhookSender({ arePrivateAllowed: true, version: "1.2.3" }),
      layerWebhookWriter,
    ),
    approvalCall,
  });
}
