/** Webhooks: what is announced, kept and delivered. @module */
export { announceEvents } from "./announce_events.ts";
export { announceFeeds } from "./announce_feeds.ts";
export { announceWindowEvents, announceWindows, readProgress } from "./announce_windows.ts";
export { deliverHooks } from "./deliver_hooks.ts";
export { keepOutbox, tidyOutbox, WAITING_MAX } from "./keep_outbox.ts";
export {
  addHook,
  HOOK_SECRET_BYTES,
  HookMissing,
  listHooks,
  pingHook,
  removeHook,
  resumeHook,
  rotateHook,
} from "./manage_hooks.ts";
export { resealHooks } from "./reseal_hooks.ts";
