/** Access control: accounts, API keys, scopes and rate limits. @module */
export { type Account, parseEmail } from "./account.ts";
export {
  type ApiKey,
  isWholeKey,
  KEY_BYTES,
  type KeyHolder,
  type KeyMode,
  lastFourOfKey,
  makeApiKey,
  modeOfKey,
  prefixOfKey,
} from "./api_key.ts";
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
