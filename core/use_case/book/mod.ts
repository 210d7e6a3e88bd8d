/** Order books of the primary venue: followed, and shown. @module */
export { layerLiveBooks, LiveBooks } from "./live_books.ts";
export { BOOK_SOURCES, type BookMissing, type OutcomeBook, outcomeBook } from "./outcome_book.ts";
export { isSameQuote } from "./same_quote.ts";
