/**
 * Holdings and activity of a wallet, from what the venue's data service writes.
 *
 * A row that cannot be read says why, in a sentence for the log, and hides no other.
 *
 * @module
 */
import { Option, Result, Schema } from "effect";
import { type Side, SIDES } from "../../../core/fee/mod.ts";
import { JsonNumber } from "../../../core/json/mod.ts";
import type { IndexedActivity, IndexedHolding } from "../../../core/port/wallet_index.ts";
import { type ConditionId, parseConditionId } from "../../../core/venue/mod.ts";
import { toE6 } from "./e6_number.ts";
import { ActivityPayload, PositionPayload } from "./index_payload.ts";

/** What the service writes for an outcome that it does not know. */
const NO_OUTCOME = 999;
/** Unix seconds; the last is in the year 9999. */
const SECONDS = /^\d{1,12}$/;
const INDEX = /^\d{1,3}$/;

const KINDS: ReadonlyMap<string, IndexedActivity["kind"]> = new Map([
  ["TRADE", "trade"],
  ["SPLIT", "split"],
  ["MERGE", "merge"],
  ["REDEEM", "redeem"],
  ...["REWARD", "MAKER_REBATE", "TAKER_REBATE", "YIELD", "DEPOSIT", "WITHDRAWAL"].map((type) =>
    [type, "payment"] as const
  ),
]);

type Read<T> = Result.Result<T, string>;

/** What can be told of a row, and why there is not more. */
export type IndexRow<Readable, Broken> =
  | { readonly read: Readable }
  | { readonly broken: Broken; readonly why: string };

/** Returns a position. Of one that cannot be read, its condition, if that can. */
export function readHolding(row: unknown): IndexRow<IndexedHolding, Option.Option<ConditionId>> {
  const read = Result.flatMap(decodeWith(decodePosition, row), toHolding);
  return Result.match(read, {
    onSuccess: (holding) => ({ read: holding }),
    onFailure: (why) => ({ broken: conditionIn(row), why }),
  });
}

/** A condition may have either form; an unknown slug or outcome is empty. */
function toHolding(written: PositionPayload): Read<IndexedHolding> {
  return Result.gen(function* () {
    const { token_id: tokenId, outcome, slug } = written;
    if (tokenId === "") return yield* Result.fail("a position has no token");
    const sharesE6 = yield* readAmount(written.current_size);
    if (sharesE6 < 0n) return yield* Result.fail(`it has ${sharesE6} millionths of a share`);
    return {
      conditionId: yield* readCondition(written.condition_id),
      tokenId,
      outcomeIndex: yield* readOutcomeIndex(written.outcome_index),
      outcome: outcome ?? "",
      slug: slug ?? "",
      sharesE6,
      averagePriceE6: yield* readMaybe(written.avg_price, readAmount),
      realizedE6: yield* readMaybe(written.realized_pnl, readAmount),
    };
  });
}

/** Returns an activity. One that cannot be read has what can: nothing that it moved. */
export function readActivity(row: unknown): IndexRow<IndexedActivity, IndexedActivity> {
  const read = Result.flatMap(decodeWith(decodeActivity, row), toActivity);
  return Result.match(read, {
    onSuccess: (activity) => ({ read: activity }),
    onFailure: (why) => ({ broken: brokenActivity(row), why }),
  });
}

/** Returns the second of an activity; none where it cannot be read. */
export function secOfActivity(row: unknown): Option.Option<number> {
  const timestamp = fieldIn(row, "timestamp");
  const isSec = timestamp instanceof JsonNumber && SECONDS.test(timestamp.text);
  return isSec ? Option.some(Number(timestamp.text)) : Option.none();
}

/**
 * Of kinds that no entry is made of, what cannot be read is not said: a new one does not hide the
 * others.
 */
function toActivity(written: ActivityPayload): Read<IndexedActivity> {
  return Result.gen(function* () {
    const { type, timestamp: { text } } = written;
    if (!SECONDS.test(text)) return yield* Result.fail(`"${text.slice(0, 80)}" is no time`);
    const kind = KINDS.get(type) ?? "other";
    const known = <A>(read: Read<Option.Option<A>>) =>
      kind === "other" || kind === "payment"
        ? Result.orElse(read, () => Result.succeed(Option.none<A>()))
        : read;
    return {
      kind,
      type,
      atMs: Number(text) * 1_000,
      tx: Option.map(said(written.transaction_hash), (hash) => hash.toLowerCase()),
      conditionId: yield* known(readMaybe(written.condition_id, readCondition)),
      tokenId: said(written.token_id),
      outcomeIndex: yield* known(readOutcomeIndex(written.outcome_index)),
      side: yield* known(readMaybe(written.side, readSide)),
      sharesE6: yield* known(readMaybe(written.size, readAmount)),
      usdcE6: yield* known(readMaybe(written.usdc_size, readAmount)),
    };
  });
}

/** No entry can be made of it: where its market is known, that is unclear. */
function brokenActivity(row: unknown): IndexedActivity {
  const textIn = (name: string) =>
    Option.filter(
      Option.some(fieldIn(row, name)),
      (value): value is string => typeof value === "string" && value !== "",
    );
  const type = Option.getOrElse(textIn("type"), () => "");
  return {
    kind: KINDS.get(type) ?? "other",
    type,
    atMs: Option.getOrElse(secOfActivity(row), () => 0) * 1_000,
    tx: Option.map(textIn("transaction_hash"), (hash) => hash.toLowerCase()),
    conditionId: conditionIn(row),
    tokenId: textIn("token_id"),
    outcomeIndex: Option.none(),
    side: Option.none(),
    sharesE6: Option.none(),
    usdcE6: Option.none(),
  };
}

function conditionIn(row: unknown): Option.Option<ConditionId> {
  const written = fieldIn(row, "condition_id");
  return typeof written === "string" ? parseConditionId(written) : Option.none();
}

function fieldIn(row: unknown, name: string): unknown {
  return isFields(row) ? row[name] : undefined;
}

const isFields = Schema.is(Schema.Record(Schema.String, Schema.Unknown));
const decodePosition = Schema.decodeUnknownResult(PositionPayload);
const decodeActivity = Schema.decodeUnknownResult(ActivityPayload);

function decodeWith<A>(
  decode: (row: unknown) => Result.Result<A, unknown>,
  row: unknown,
): Read<A> {
  return Result.mapError(decode(row), (issue) => String(issue).slice(0, 300));
}

/** Nothing is said by an empty text. */
function said<T>(value: T | null | undefined): Option.Option<T> {
  return Option.filter(Option.fromNullishOr(value), (known) => known !== "");
}

function readMaybe<T, A>(
  value: T | null | undefined,
  read: (value: T) => Read<A>,
): Read<Option.Option<A>> {
  return Option.match(said(value), {
    onNone: () => Result.succeed(Option.none()),
    onSome: (known) => Result.map(read(known), Option.some),
  });
}

function readAmount(written: JsonNumber): Read<bigint> {
  return Result.fromOption(toE6(written), () => `${written.text.slice(0, 80)} is no amount`);
}

function readCondition(text: string): Read<ConditionId> {
  return Result.fromOption(
    parseConditionId(text),
    () => `"${text.slice(0, 80)}" is no condition`,
  );
}

function readSide(word: string): Read<Side> {
  const side = SIDES.find((each) => each === word);
  return side === undefined
    ? Result.fail(`"${word.slice(0, 80)}" is no side`)
    : Result.succeed(side);
}

function readOutcomeIndex(
  written: JsonNumber | null | undefined,
): Read<Option.Option<number>> {
  if (written !== null && written !== undefined && !INDEX.test(written.text)) {
    return Result.fail(`${written.text.slice(0, 80)} is no outcome`);
  }
  const index = Option.map(Option.fromNullishOr(written), ({ text }) => Number(text));
  return Result.succeed(Option.filter(index, (known) => known !== NO_OUTCOME));
}
