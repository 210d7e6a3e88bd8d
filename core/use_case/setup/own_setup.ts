/**
 * How this service is set up, where it can be.
 *
 * @module
 */
import { Effect } from "effect";
import { ServiceSetupPort, SetupRefused } from "../../port/service_setup.ts";

/** Returns it. Fails in a service that needs no set-up. */
export const ownSetup = Effect.gen(function* () {
  const setup = yield* ServiceSetupPort;
  return setup ?? (yield* new SetupRefused({
    why: "a sandbox has all that it needs",
    hint: "Use a live service",
  }));
});
