/** The receivers of webhooks, as one replica reaches them. @module */
import { Effect, Option } from "effect";
import {
  type WebhookAnswer,
  type WebhookSender,
  WebhookUnreachable,
} from "../../../core/port/webhook_sender.ts";
import type { Caller, Ground, Trip } from "./ground.ts";

/** A receiver that does not answer is given up after so long, of the machine's time. */
const SILENT_MS = 15_000;

/** Posts messages, which the traffic keeps. */
export function sendWebhooks(ground: Ground, caller: Caller): WebhookSender["Service"] {
  return {
    arePrivateAllowed: true,
    nowSec: Effect.sync(() => Math.floor(ground.machineMs / 1000)),
    sign: (secret, { body }) => `v1,${secret.length} ${body.length}`,
    send: ({ url, messageId, body }) =>
      Effect.suspend(() => {
        const { chance, conditions: { receivers }, speed, traffic } = ground;
        const webhookId = `hook_${new URL(url).hostname.split(".")[0]}`;
        const isTaken = receivers === "takes";
        const arrive = Effect.sync((): WebhookAnswer => {
          traffic.messages.push({ webhookId, messageId, atMs: ground.machineMs, body, isTaken });
          const status = receivers === "fails" ? 500 : 204;
          return { status, retryAfterSec: Option.none(), redirectUrl: Option.none(), text: "" };
        });
        const backMs = receivers === "silent" ? SILENT_MS * speed : chance.within(20, 300) * speed;
        const isTold = isTaken || receivers === "fails";
        const failure = new WebhookUnreachable({ reason: "no answer" });
        const trip: Trip<WebhookUnreachable> = {
          thereMs: chance.within(20, 100) * speed,
          backMs,
          fails: isTold ? undefined : { when: "after", failure },
        };
        return ground.call(arrive, trip, caller);
      }),
  };
}
