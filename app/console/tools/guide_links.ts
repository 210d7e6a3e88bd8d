/**
 * The guides, and what each is for.
 *
 * @module
 */

/** A guide's name in its address, its title, and a line about it. */
export type GuideLink = readonly [name: string, title: string, line: string];

/** Every guide, in the order in which the service lists them. */
export const GUIDE_LINKS: ReadonlyArray<GuideLink> = [
  [
    "prices",
    "Prices and windows",
    "The price to beat of every window, where it comes from, and how sure it is",
  ],
  ["order_books", "Order books", "The book of an outcome, best level first"],
  ["windows", "Windows", "Target, live price, market and end in one object, asked or followed"],
  ["fees", "Fees", "What takers pay, by either formula"],
  ["orders", "Orders", "Wallets, market orders that are placed at most once, cancelling"],
  ["positions", "Positions and profit", "What a wallet has, what it cost, and what it made"],
  ["games", "Games", "Sports games, their scores, and which platforms list them"],
  ["stream", "The stream", "Prices and games as they change, over a WebSocket"],
  ["webhooks", "Webhooks", "Windows, settled orders and failing providers, posted to an address"],
  [
    "outcome_markets",
    "Outcome markets of the secondary venue",
    "How to find a market by time, slug or page",
  ],
  ["rehearsal", "Rehearsal", "Recorded days, replayed through the service, and traded on paper"],
  ["clients", "Clients", "TypeScript and Python, and where those who know ccxt find its methods"],
  ["mcp", "Tools for programs that reason", "How agent programs read, preview and trade, over MCP"],
  ["console", "The console", "Signing in, what these pages show and keep, and their limits"],
  ["operations", "Operations", "The sandbox, settings, limits, replicas, backups and alerts"],
  ["how_fast", "How fast", "What each path costs beside a reference, and how to measure it"],
  ["glossary", "Glossary", "Every term in a sentence"],
];
