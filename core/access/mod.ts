/** Access control: accounts, API keys, scopes and rate limits. @module */
export { type Account, parseEmail } from "./account.ts";
export {
  type ApiKey,
  isWholeKey,
  KEY_BYTES,
  type KeyHolder,
  type KeyMode,
  KEYS_MAX,
  lastFourOfKey,
  makeApiKey,
  modeOfKey,
  prefixOfKey,
  REVOKED_KEYS_LISTED,
} from "./api_key.ts";
export { COMMON_PASSWORDS } from "./common_passwords.ts";
export {
  type FailureCount,
  waitLeftMs,
  type WaitRule,
  withFailure,
  withoutFailure,
} from "./growing_wait.ts";
export { parseKeyName } from "./key_name.ts";
export { checkPassword, mayBePassword, normalPassword, PasswordWeak } from "./password.ts";
export {
  parseQuota,
  type Quota,
  type QuotaHit,
  quotaHit,
  type QuotaState,
  quotaState,
  quotaWindowStart,
} from "./quota.ts";
export { parseScopes, type Scope, SCOPES } from "./scope.ts";
export {
  LINK_MS,
  maySetPasswordFreely,
  renewedSession,
  type Session,
  sessionEndMs,
  SESSIONS_MAX,
} from "./session.ts";
