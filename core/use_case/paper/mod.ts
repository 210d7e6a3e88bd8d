/** Paper wallets: opened, traded with, and followed. @module */
export { COMPARED_MAX, compareWallets, NotPaper } from "./compare_wallets.ts";
export { paperApiKey } from "./on_paper.ts";
export { layerPaperAccounts, PaperAccounts } from "./paper_accounts.ts";
export { makePaperOrderNews } from "./paper_order_news.ts";
export { makePaperOrderVenue } from "./paper_order_venue.ts";
export { layerPaper } from "./layer_paper.ts";
export { openPaperWallet } from "./open_paper_wallet.ts";
export { cancelSignedOrders } from "./cancel_signed_orders.ts";
export { placeSignedOrder } from "./place_signed_order.ts";
export { signInToVenue, walletOfVenueKey, type WalletOnSignIn } from "./venue_key.ts";
