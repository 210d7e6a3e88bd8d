/**
 * What the console needs of the world.
 *
 * @module
 */
import type {
  AccountStore,
  KeyUsageStore,
  PasswordHash,
  SessionStore,
  SignInStore,
} from "../../../core/port/mod.ts";
import type { KeyCache, KeyUsage } from "../../../core/use_case/account/mod.ts";

/** The ports of its routes. */
export type ConsolePorts =
  | AccountStore
  | KeyCache
  | KeyUsage
  | KeyUsageStore
  | PasswordHash
  | SessionStore
  | SignInStore;
