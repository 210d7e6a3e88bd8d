/** Order books of the primary venue: followed, and shown. @module */
export { layerLiveBooks, LiveBooks } from "./live_books.ts";
