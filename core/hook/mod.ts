/** Webhooks: who is told of what, where, and when it is tried again. @module */
export {
  type Hook,
  HOOK_EVENTS,
  type HookEventName,
  HOOKS_MAX,
  type HookStop,
  isWindowEvent,
  type WindowEventName,
} from "./hook.ts";
export { parseHookUrl } from "./hook_url.ts";
export { nextAttemptMs, WAIT_MS_MAX } from "./retry_plan.ts";
