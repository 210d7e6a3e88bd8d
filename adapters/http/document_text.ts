/**
 * The introduction of the document, and what was decided where its contract leaves a choice.
 *
 * @module
 */
import { BODY_BYTES_MAX } from "./body.ts";
import { QUERY_CHARS_MAX, VALUE_CHARS_MAX } from "./query.ts";

/** What holds for every request. */
const GENERAL: ReadonlyArray<string> = [
  "Two families of errors: prices, markets, history, fees, health and status answer `error` and " +
  "`hint`; everything else, an unknown path too, adds a stable `code`.",
  "An unknown parameter is refused with the nearest known name, so that a mistyped filter never " +
  "answers everything. A parameter may be sent once, and not empty.",
  `A value may have ${VALUE_CHARS_MAX} characters, a query ${QUERY_CHARS_MAX}, a body ` +
  `${BODY_BYTES_MAX} bytes.`,
  "A slash at the end makes another path. HEAD and OPTIONS work wherever GET does; any other " +
  "method is 405 with `Allow`.",
  "Timestamps: unix seconds, unix milliseconds (from 1e11 on) or ISO 8601; one without an offset " +
  "is UTC, a date alone is midnight UTC. Instants before 2009 or more than 366 days ahead are " +
  "refused.",
  "Assets, intervals and their aliases are read in any case; answers use the canonical names. " +
  "Two parameters that say the same thing are refused together.",
  "Limits: windows of a minute, aligned to the clock, counted per address (IPv6: per /64), " +
  "or by API key where one is wanted. A batch costs one request, a 304 none, an error one. Every " +
  "429 carries `Retry-After`. `/health` has the public limit in a bucket of its own.",
  "`X-Cache` is on the answer to every GET under `/api/v1`, refusals included. `HIT` means that " +
  "no provider was asked for it.",
  "`X-Request-Id` is yours if you send 1 to 128 visible ASCII characters, else a version 7 UUID.",
  "Every origin may call from a browser, without credentials.",
];

/** What holds for API keys. */
const KEYS: ReadonlyArray<string> = [
  "Keys begin with `sk_live_`, or `sk_test_` in a sandbox, and are sent in the header " +
  "`x-api-key` or as `Authorization: Bearer <key>`. One of the other kind is 401. Two different " +
  "ones are 400.",
  "The operator makes one with `bun run account add <email>` and `bun run account key <email>`; " +
  "a sandbox prints one when it starts.",
  "A key in an address (`?api_key=`, `?token=` and the like) is refused, as addresses end up in " +
  "logs: 401 where a key is wanted and none came in a header, else 400.",
  "A key has scopes, `read` and `trade`, of which neither includes the other: 403 without the " +
  "one that a request takes.",
  "A revoked key is 401 within 10 s. 503 while the store cannot say whose a key is.",
  "Whoever sends no valid key where one is wanted is counted by address, with the limit of a key.",
];

/** What holds for prices. */
const PRICES: ReadonlyArray<string> = [
  "`types` and `interval` left out mean all five intervals.",
  "The target of 1hour is the first trade at or after the start; of daily, the open of the " +
  "UTC day's candle or, on the venue's own calendar, the exchange's price at noon US Eastern; of " +
  "5min, 15min and 4hour, the oracle's report that covers the first second. Never the previous " +
  "close, never the nearest report, never an average of ours.",
  "On the venue's calendar 4hour windows begin at 0, 4, 8, 12, 16 and 20 o'clock US Eastern and " +
  "daily ones at noon, so that some last 3, 5, 23 or 25 hours. Windows of a UTC day are those " +
  "that start in it.",
  "Where the first second has no report, the first one up to 5 s later counts, and `source` ends " +
  "in `_late`.",
  "A final target never changes: it is stored once and not asked for again.",
  "A window younger than 5 s may not have its target yet: `ok: false` in a list, else 502 with " +
  "`Retry-After: 1`. A window that has not opened is 400.",
  "A list is 502 only if every item failed; an item that failed has `ok: false`, `price: null` " +
  "and `error`.",
  "A range covers the windows that start in `[start, end)` and have opened. What cannot be had " +
  "in time is `ok: false` with `Retry-After`, and what was fetched is kept.",
];

/** What holds for fees. */
const FEES: ReadonlyArray<string> = [
  "Rules go by the event's tags, matched by slug and label in any case. `matchedByTag` is the " +
  "slug, in lower case, of the event's first tag that the first matching rule names.",
  "Amounts are read to the last digit and computed exactly. What is shown is rounded half to " +
  "even: to 8 decimals, the flat formula's fee to 5.",
  "`fees/trade-estimate`: a fee below 0.0001 USDC is 0, while `feeInUsdcRaw` stays what it is. A " +
  "SELL also has `grossUsdc` and `netUsdc`.",
  "`new_fees/trade-estimate`: the rate that the venue publishes goes before the rule for tags, " +
  "and `source` says which it is. The fee is in USDC on both sides, on top of what a BUY costs, " +
  "and 0 where it is below 0.00001.",
];

/** What holds for games. */
const GAMES: ReadonlyArray<string> = [
  "Without `day`, `from` and `to`, games are those of today in `tz`, and `days` counts from " +
  "today. `from` alone reaches 24 hours.",
  "400: `to` alone, `to` not after `from`, more than 31 days between them, `day`, `tz` or `days` " +
  "together with `from` or `to`, and a day that the zone went over.",
  "A local day begins at its first midnight, or where midnight is skipped, at the change.",
  "Games come by kickoff, then by id. A cursor goes on with the same filters only, and with the " +
  "day that was today when it began. Whatever changes between two pages, a game that keeps its " +
  "kickoff comes exactly once; one that moves may come twice or not at all.",
  "`ETag` is equal exactly if the body is. `meta.as_of` moves when something was read anew, or " +
  "when a look at a platform became too old to prove that a game is absent.",
  "Schedules are read from some days back to some ahead, and what was read stays. " +
  "`meta.unread_leagues` names those asked for, or of all, that were not read of all of the " +
  "window; as long as none of those that are followed here was read at all the answer is 503.",
  "The first reading begins with today of every league and goes outwards; a league is listed as " +
  "soon as its today is read. The 503 until then says what is read and how far it is, or since " +
  "when the schedule cannot be reached. From then on days are read sparingly: games that are " +
  "played about once a minute, today every few minutes, yesterday and tomorrow about twice an " +
  "hour, other days once in some hours.",
  "`actual_end_at` is when a game was first seen to be over, at most 5 minutes after it was seen " +
  "being played; `score.updated_at` is when a figure was seen to change. Both are null where " +
  "nobody looked, such as for a game that was over when it was first seen.",
  "`not_listed` takes a complete look at the league, at most 30 minutes old, that reached a day " +
  "around the kickoff, and nothing on the platform that may be the game.",
  "`est_basis`: `league_measured` from 20 games of the league on that this service saw end, else " +
  "`sport_prior`, or null where nothing is known; then 180 and 240 minutes are assumed.",
  "`redistributable_filter` `yes_only` withholds games whose schedule may not be passed on, and " +
  "teams that appear in no other; `withheld` counts those games.",
];

/** What holds for the secondary venue. */
const VENUE2: ReadonlyArray<string> = [
  "A window is half open, from expiry less period to expiry. `distanceSeconds` counts to the " +
  "nearest second inside: 0 means exact, and at the expiry itself it is 1.",
  "`targets/timestamp` holds every exact match, by expiry; without one the nearest alone, of " +
  "several that are equally near the one that expires first. Markets that were settled count as " +
  "long as this service knows them; `targets/active` has only what is listed and not expired.",
  "`slug` is read in any case, as the site writes it or with the point of the target, alone or " +
  "as the address of a page on the venue's own site. Nothing is fetched from it. A name that no " +
  "known market has is 404; that of another site, or no name at all, is 400.",
  "Markets from templates, buckets, contests and those in prose have no target and are left out.",
  "`yesPrice` and `noPrice` are the venue's own, each null where that side has none.",
];

/** What holds for orders. */
const ORDERS: ReadonlyArray<string> = [
  "`walletId` is a UUID with its hyphens, in either case. A wallet of another account and one " +
  "that nobody has are the same 403.",
  "`slug` and `eventSlug` may be the address of a page of the venue; nothing is fetched from it. " +
  "The page of an event means its market, if it has just one; else 400 with the slugs of its " +
  "markets. For an `Idempotency-Key` a market's page is its slug, with the event that the " +
  "address has; an event's page is a request of its own.",
  "A market is traded by its own protocol of the venue, V1 or V2. The venue's catalog, its " +
  "order book and the market's ids must agree on it: where they do not, or it is another one, " +
  "the order is 503 before anything is signed. Prices, fees and games are told all the same.",
  "What a wallet must have approved depends on the market: an ordinary market of protocol V1, a " +
  "neg-risk one and one of V2 are moved by other contracts. An order is refused (403) only for " +
  "what its own market and side need; `GET /api/v1/account` tells it of every kind. Listing and " +
  "cancelling need no approvals.",
  "`amount` and `limitPrice` are read to the last digit. A BUY spends whole cents and a SELL " +
  "sells hundredths of a share, both rounded down.",
  "A BUY of nearly the whole balance is lowered by its fee, which `loweredTo` tells, of a " +
  "`dryRun` too; beyond the balance it is 400, with the amount that would fit.",
  "No fill is worse than `limitPrice`, or else than the worst level that the amount needed when " +
  "it was quoted. A book that has moved against the order kills it.",
  "400 is what the caller can change, 403 what the operator can, 503 what only the venue can. " +
  "The venue's own words are in `error`.",
  "An order that was refused before it was sent leaves its `Idempotency-Key` free; from the " +
  "sending on, the key stands for that order, however it ended. One that was too many at once " +
  "gives it back.",
  "A `DELETE` with a body is refused: a filter in it would be overlooked.",
];

/** The document's description, in Markdown. */
export function documentText(): string {
  return [
    "The target (opening) price of every window of seven assets and five intervals, the windows " +
    "themselves, and their history; what takers pay in an event of the venue; sports games and " +
    "the platforms that list them; outcome markets of a secondary venue by time; market orders " +
    "that cannot double. Requests that want an API key say so.",
    "Targets are also pushed as windows open, over a WebSocket at `/api/v1/stream`. That stream " +
    "is described in [/asyncapi.json](/asyncapi.json) (AsyncAPI 3.0).",
    "### What we decided",
    "Where the contract of this interface leaves a choice, this service does the following.",
    listOf(GENERAL),
    "**API keys**",
    listOf(KEYS),
    "**Prices**",
    listOf(PRICES),
    "**Fees**",
    listOf(FEES),
    "**Games**",
    listOf(GAMES),
    "**Secondary venue**",
    listOf(VENUE2),
    "**Orders**",
    listOf(ORDERS),
  ].join("\n\n");
}

function listOf(lines: ReadonlyArray<string>): string {
  return lines.map((line) => `- ${line}`).join("\n");
}
