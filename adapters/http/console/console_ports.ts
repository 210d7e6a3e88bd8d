/**
 * What the console needs of the world.
 *
 * @module
 */
import type { Effect } from "effect";
import type { AccountStore } from "../../../core/port/account_store.ts";
import type { KeyUsageStore } from "../../../core/port/key_usage_store.ts";
import type { LegVenues } from "../../../core/port/leg_venue.ts";
import type { PasswordHash } from "../../../core/port/password_hash.ts";
import type { SessionStore } from "../../../core/port/session_store.ts";
import type { SignInStore } from "../../../core/port/sign_in_store.ts";
import type { VenueRegion } from "../../../core/port/venue_region.ts";
import type { WebhookStore } from "../../../core/port/webhook_store.ts";
import type { KeyCache, KeyUsage, provisionWallet } from "../../../core/use_case/account/mod.ts";

/** The ports of its routes. */
export type ConsolePorts =
  | AccountStore
  | KeyCache
  | KeyUsage
  | KeyUsageStore
  | LegVenues
  | PasswordHash
  | SessionStore
  | SignInStore
  | VenueRegion
  | WebhookStore
  | Effect.Services<ReturnType<typeof provisionWallet>>;
