/**
 * Tells the operator of a new service how the first API key is made.
 *
 * @module
 */
import { Effect } from "effect";
import { AccountStore } from "../core/port/mod.ts";

/** Whether anybody has an account. A store that cannot say holds up nothing, and asks nothing. */
export const hasAccounts = AccountStore.use((store) => store.hasAccounts).pipe(
  Effect.orElseSucceed(() => true),
);

/** What is printed where nobody has one. */
export const FIRST_KEY = `
Nobody has an account yet. Prices, windows and fees need none; everything else takes an API key:
  bun run account add someone@example.com
  bun run account key someone@example.com   # printed once; --scopes read: it may not trade`;
