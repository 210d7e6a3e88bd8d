/** Paper wallets: opened, traded with, and followed. @module */
export { layerPaper } from "./layer_paper.ts";
export { openPaperWallet, PaperAddressTaken } from "./open_paper_wallet.ts";
