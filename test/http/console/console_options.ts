/** The options of a live service's console, whose tests change what they are about. @module */
import { Option } from "effect";
import type { ConsoleOptions } from "../../../adapters/http/console/console_options.ts";

/** Everyone may sign up, and one proxy is trusted. */
export const CONSOLE_OPTIONS: ConsoleOptions = {
  keyMode: "live",
  sandbox: null,
  isSignUpOpen: true,
  demoEmail: Option.none(),
  keyedQuota: Option.none(),
  hasTlsInFront: false,
  trustProxies: 1,
  recordedDays: undefined,
};
