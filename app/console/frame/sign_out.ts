/**
 * Signs the reader out, and shows the page to sign in.
 *
 * @module
 */
import { type Action, useAction } from "../part/action.tsx";
import { signOut } from "../service/session.ts";
import { goTo } from "./location.ts";

/** Returns the action. */
export function useSignOut(): Action<void> {
  return useAction(async () => {
    await signOut();
    goTo("/console/sign-in");
  });
}
