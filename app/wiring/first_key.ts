/**
 * Shows the operator of a new service how to make the first account and API key.
 *
 * @module
 */
import { Effect } from "effect";
import { AccountStore } from "../../core/port/mod.ts";

/** Whether any account exists. True if the store fails, so that nothing is printed then. */
export const hasAccounts = AccountStore.use((store) => store.hasAccounts).pipe(
  Effect.orElseSucceed(() => true),
);

/** Returns the text that is printed where no account exists; `url` is the service's. */
export function firstKey(url: string): string {
  return `
No account exists yet. Prices, windows and fees need none; everything else needs an API key:
  bun run account add someone@example.com
  bun run account key someone@example.com   # printed once; --scopes read: cannot trade
Or open ${url}/console, which takes the first account too.`;
}
