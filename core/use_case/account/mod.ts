/** Accounts, keys, sessions and wallets: what their owners and operators do. @module */
export { AccountMissing } from "./account_of.ts";
export { type AccountOverview, accountOverview } from "./account_overview.ts";
export { checkSecrets, type OpenedSecrets, type SecretsReport } from "./check_secrets.ts";
export { importWallet, SealForeign } from "./import_wallet.ts";
export { AttemptsTooMany } from "./growing_waits.ts";
export { type NewSession } from "./begin_session.ts";
export { issueKey, issueKeyTo } from "./issue_key.ts";
export { keepKeyUsage, KeyUsage, layerKeyUsage } from "./key_usage.ts";
export { KEY_KNOWN_MS, KeyCache, type KeyLookup, layerKeyCache } from "./key_cache.ts";
export { limitWallet } from "./limit_wallet.ts";
export { listKeys } from "./list_keys.ts";
export { openAccount } from "./open_account.ts";
export { OwnKeyMissing, ownKeys, revokeOwnKey } from "./own_keys.ts";
export { keepSignInsPruned, pruneSignIns } from "./prune_sign_ins.ts";
export { provisionWallet } from "./provision_wallet.ts";
export { KeyAmbiguous, KeyMissing, revokeKey } from "./revoke_key.ts";
export { rotateSecrets } from "./rotate_secrets.ts";
export {
  type CurrentSession,
  currentSession,
  endOtherSessions,
  endSession,
  listSessions,
  SessionMissing,
} from "./sessions.ts";
export { PasswordWrong, setPassword } from "./set_password.ts";
export {
  enterAccount,
  LinkInvalid,
  makeLink,
  signIn,
  signInByLink,
  SignInRefused,
} from "./sign_in.ts";
export { setClaimPolicy } from "./set_claim_policy.ts";
export {
  AccountTaken,
  FirstAccountElsewhere,
  signUp,
  SignUpClosed,
  signUpState,
} from "./sign_up.ts";
export { listWallets, showWallet, WalletMissing } from "./show_wallet.ts";
