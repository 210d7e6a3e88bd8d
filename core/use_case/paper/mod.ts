/** Paper wallets: opened, traded with, and followed. @module */
export { COMPARED_MAX, compareWallets, NotPaper } from "./compare_wallets.ts";
export { layerPaper } from "./layer_paper.ts";
export { openPaperWallet, PaperAddressTaken } from "./open_paper_wallet.ts";
