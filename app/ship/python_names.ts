/**
 * What the Python client's models have that the service's documents do not say.
 *
 * Keys are `Class.field`, or a field's name alone where it means the same in every class.
 *
 * @module
 */

/** The classes of schemas and of objects without a name; others are called as they are there. */
export const CLASSES: ReadonlyMap<string, string> = new Map([
  ["Twap", "LatestTwap"],
  ["Games", "GamesPage"],
  ["Teams", "TeamsPage"],
  ["Windows", "WindowsPage"],
  ["Positions", "PositionsPage"],
  ["Claims", "ClaimsPage"],
  ["League", "LeagueFacts"],
  ["Leagues", "LeagueList"],
  ["GamesOfWindowMeta", "GamesMeta"],
  ["TargetFrame", "TargetEvent"],
  ["TwapFrame", "TwapEvent"],
  ["SpotFrame", "SpotEvent"],
  ["GameFrame", "GameEvent"],
  ["OrderFrame", "OrderEvent"],
  ["FillFrame", "FillEvent"],
  ["ClaimFrame", "ClaimEvent"],
  ["SplitFrame", "SplitEvent"],
  ["MergeFrame", "MergeEvent"],
  ["GapFrame", "GapEvent"],
  ["FeedFrame", "FeedEvent"],
  ["GET /api/v1/account", "AccountDetails"],
  ["HelloFrame.limits", "MessageLimits"],
  ["LegacyFeeEstimate.fee", "LegacyFee"],
  ["OrderFill.fee", "FillFee"],
  ["Status.limits", "LimitsStatus"],
  ["TargetBatch.results", "BatchTarget"],
  ["WalletReadiness.missing", "MissingApproval"],
  ["account", "AccountOwner"],
  ["balance_error", "BalanceError"],
  ["datapoint", "Datapoint"],
  ["disputed", "Disputed"],
  ["duration", "LeagueDuration"],
  ["event", "FeeEvent"],
  ["exchange", "SigningDomain"],
  ["fee_config", "FeeConfig"],
  ["inputs", "FeeInputs"],
  ["jobs", "JobStatus"],
  ["key", "ApiKey"],
  ["point", "RelayPoint"],
  ["points", "ExchangePoint"],
  ["previous_kickoffs", "PreviousKickoff"],
  ["refusal", "Refusal"],
  ["result", "FeeResult"],
  ["spine", "GameSpine"],
  ["timeseries", "TimeseriesPoint"],
  ["trade_urls", "TradeUrls"],
  ["withheld", "Withheld"],
]);

/** Names of the values of a field. Other fields with the same values are of that type too. */
export const ALIASES: ReadonlyMap<string, string> = new Map([
  ["asset", "Asset"],
  ["market_type", "Interval"],
  ["provider", "Provider"],
  ["TargetAt.source", "PriceSource"],
  ["outcome", "Outcome"],
  ["side", "Side"],
  ["order_type", "OrderType"],
  ["SentOrder.state", "OrderState"],
  ["OrderFill.state", "FillState"],
  ["Position.status", "PositionStatus"],
  ["Claim.state", "ActionState"],
  ["ChainAction.kind", "ActionKind"],
  ["scopes", "Scope"],
  ["sport", "Sport"],
  ["league", "League"],
  ["Game.status", "GameStatus"],
  ["GamePlatform.source", "Platform"],
  ["redistributable", "Redistributable"],
  ["est_basis", "DurationBasis"],
  ["GapEvent.reason", "GapReason"],
  ["channel", "Channel"],
  ["RefusedEntry.reason", "OrderReason"],
]);

/** Numbers that are sent as text. */
export const NUMBERS: ReadonlyMap<string, string> = new Map([
  ["Disputed.price", "Decimal"],
  ["TradeEvidence.price", "Decimal"],
  ["PublishedEvidence.price", "Decimal"],
  ["OrderBook.bids", "Decimal"],
  ["OrderBook.asks", "Decimal"],
  ["BookTrade.price", "Decimal"],
  ["BookTrade.size", "Decimal"],
  ["final_price", "Decimal"],
  ["full_accuracy_value", "Decimal"],
  ["quantity", "Decimal"],
  ["value", "Decimal"],
  ["price_e18", "int"],
  ["value_e18", "int"],
  ["maker_amount", "int"],
  ["taker_amount", "int"],
  ["UnsignedOrder.timestamp", "int"],
  ["UnsignedOrder.expiration", "int"],
]);

/**
 * What a field is where it is not sent, if it is not None; flags are False then. With its class, or
 * for all of a class, also where the documents say that it is always sent.
 */
export const DEFAULTS: ReadonlyMap<string, string> = new Map([
  ["basis", "()"],
  ["disputed", "()"],
  ["legs", "()"],
  ["HelloFrame.limits", "MessageLimits()"],
  // Of these the client needs some; a service may have fewer.
  ["MessageLimits", "0"],
]);

/** Unix seconds or milliseconds that a property has as a `datetime`. */
export const INSTANTS: ReadonlyMap<string, string> = new Map([
  ["TargetEvent.window_end", "window_end_at"],
  ["MarketWindows.day_start_unix", "day_start"],
  ["TimeseriesPoint.timestamp_start", "start"],
  ["ReportEvidence.observed_sec", "observed_at"],
  ["TradeEvidence.traded_at_ms", "traded_at"],
]);

const KEY = `    #: The key that it was sent with.
    idempotency_key: str = computed("")
    #: The wallet that it was sent for.
    wallet_id: str = computed("")
`;

const ASKED =
  `    #: The key that it was asked with: the same request with it says what has become of it.
    idempotency_key: str = computed("")
`;

/** Fields that the client fills in. */
export const COMPUTED: ReadonlyMap<string, string> = new Map([
  ["PlacedEntry", KEY],
  ["RefusedEntry", KEY],
  [
    "PlacedOrder",
    `${KEY}    #: Whether an earlier request with the same key placed it.
    is_replayed: bool = computed(False)
`,
  ],
  ...["ClaimsMade", "SplitMade", "MergeMade"].map((name) => [name, ASKED] as const),
]);

/** What a class is for, where the documents do not describe its schema. */
export const ABOUT: ReadonlyMap<string, string> = new Map([
  ["AccountOwner", "The account"],
  ["ApiKey", "The key that was used, without its secret part"],
  ["ActiveTargetsByAsset", "Targets of the open windows of several assets"],
  ["AssetTargets", "The targets of an asset's open windows"],
  ["AssetWindows", "The windows of an asset that start on the day"],
  ["MarketWindowsByAsset", "All windows of a UTC day of several assets"],
  ["BatchTarget", "The target of one asset. If not `ok`, `error` says why it has no price"],
  ["CancelledOrders", "What was cancelled"],
  ["ClaimsMade", "What became of claims"],
  ["BalanceError", "Why there is no balance"],
  ["Datapoint", "The target of a window"],
  ["Disputed", "The price of another source that differs by more than the rounding of a double"],
  ["EntryStatus", "What the venue takes from each signer"],
  ["EventFee", "What takers pay in an event"],
  ["ExchangePoint", "A price of the exchange between two windows"],
  ["FeeConfig", "The rule that an estimate follows"],
  ["FeeEvent", "An event of the venue. An estimate leaves its title out"],
  ["FeeInputs", "The trade, as it was asked"],
  ["FeeResult", "What the trade gives, with and without the fee"],
  ["Fill", "What was traded; None where the venue does not say"],
  ["FillFee", "What a trade cost besides the price"],
  ["FlatFee", "The fee by the flat formula, which is charged in USDC"],
  ["FleetStatus", "What the replicas share"],
  ["GameCoverage", "Whether one platform lists a game"],
  ["GamePlatform", "A platform that lists a game"],
  ["GameScore", "The score and clock of a game"],
  ["GameSpine", "The reference schedule that lists a game"],
  ["GameTime", "The times of a game"],
  ["GamesMeta", "What a list of games says of itself"],
  [
    "GapEvent",
    "Events that will not arrive: every seq from `from_seq` to `to_seq`, both included. Of games:" +
    " those whose last change is in this range; ask for them over HTTP. Of orders: ask for those" +
    " of the wallet, and their fills",
  ],
  ["HistoryItem", "One window of a range. If not `ok`, `error` says why it has no price"],
  ["IntervalWindows", "The windows of one interval that start on the day"],
  ["JobStatus", "The last run of a job"],
  ["LeagueFacts", "A league"],
  ["LegacyFee", "The fee by the older formula"],
  ["LimitsStatus", "Where rate limits are counted"],
  ["MergeMade", "What became of a merge"],
  ["MissingApproval", "An approval that a wallet lacks"],
  ["OrderFill", "What a trade moved for an order, and how far it is settled"],
  ["OrderPreview", "What an order would be. Nothing was placed"],
  ["OrderedTrade", "What was ordered"],
  ["OtherEvidence", "Evidence of a kind that this version of the client does not know"],
  ["OutcomeMeta", "How a window ended"],
  ["PlacedOrder", "An order that is at the venue"],
  ["PreviousKickoff", "A kickoff that was given up"],
  ["ProviderStatus", "How a provider is doing"],
  ["Range", "A half-open range of time"],
  ["LimitOrderPreview", "What a limit order would be"],
  ["OrderBatch", "What became of each order of a batch"],
  ["PlacedEntry", "An order of a batch that is at the venue"],
  ["Refusal", "Why an order was refused"],
  ["ReplacedOrder", "What took the place of an order"],
  ["Resolution", "How the venue itself resolved a market"],
  ["SentOrder", "An order that was sent, and what became of it"],
  ["ShownOrder", "An order, and what the venue says of it now"],
  ["SplitMade", "What became of a split"],
  ["TierStatus", "The venue's limits of the signers of one tier"],
  ["TimeseriesPoint", "The target of a window that has one"],
  ["TradeUrls", "The pages on which the sides are traded"],
  ["Withheld", "Games that match and are not shown"],
]);
