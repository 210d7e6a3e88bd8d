/** Setting a new service up, from its first account to live prices. @module */
export { addOwnWallet, makeWallet } from "./add_wallet.ts";
export { askRelayWith } from "./ask_relay_with.ts";
export { makeWalletKey } from "./make_wallet_key.ts";
export { refuseSealed } from "./refuse_sealed.ts";
export { setupState } from "./setup_state.ts";
