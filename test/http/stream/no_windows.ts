/** No series of windows has anything to tell. @module */
import { Effect } from "effect";
import type { LiveWindows } from "../../../core/use_case/window/mod.ts";

export const NO_WINDOWS: LiveWindows["Service"] = {
  follow: () => () => {},
  current: () => [],
  closedHead: () => 0,
  closedAfter: () => Effect.succeed([]),
  run: Effect.never,
};
