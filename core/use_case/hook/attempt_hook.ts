/**
 * One attempt to deliver a message to a webhook: signed, and posted once.
 *
 * @module
 */
import { Effect, Option } from "effect";
import {
  type HookAnswer,
  hookSecretLocation,
  HookSender,
  type HookUnreachable,
  SecretBox,
  type SecretFailure,
  type SignedParts,
  type StoredHook,
} from "../../port/mod.ts";
import { MachineTime } from "../time/machine_time.ts";

/** Signs with the hook's secrets, and posts. Never tries again. */
export const attemptHook = Effect.fn("attemptHook")(function* (
  { hook, secrets }: StoredHook,
  message: { readonly id: string; readonly body: string },
): Effect.fn.Return<HookAnswer, HookUnreachable | SecretFailure, HookSender | SecretBox> {
  const sender = yield* HookSender;
  const box = yield* SecretBox;
  const nowMs = yield* (yield* MachineTime).nowMs;
  const parts: SignedParts = {
    messageId: message.id,
    atSec: yield* sender.nowSec,
    body: message.body,
  };
  const former = Option.filter(secrets.former, ({ untilMs }) => nowMs < untilMs);
  const sealed = [secrets.current, ...Option.toArray(Option.map(former, ({ sealed }) => sealed))];
  const signatures = yield* Effect.forEach(
    sealed,
    (each) =>
      box.open(
        each,
        hookSecretLocation(hook.id),
        (secret) => Effect.sync(() => sender.sign(secret, parts)),
      ),
  );
  return yield* sender.send({ ...parts, url: hook.url, signatures });
});
