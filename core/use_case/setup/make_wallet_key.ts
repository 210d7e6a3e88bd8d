/**
 * Makes the key under which the secrets of a new service are sealed.
 *
 * @module
 */
import { Effect } from "effect";
import { ownSetup } from "./own_setup.ts";
import { refuseSealed } from "./refuse_sealed.ts";

/**
 * Makes and keeps the key unless there is one. Refused where secrets are stored: they are sealed
 * under a key that is not set, and would be lost for good under a new one.
 */
export const makeWalletKey = Effect.fn("makeWalletKey")(function* () {
  const setup = yield* ownSetup;
  if ((yield* setup.chosen).hasWalletKey) return;
  yield* refuseSealed();
  yield* setup.makeWalletKey;
});
