/**
 * The failures of providers. Shared by every port that calls one.
 *
 * @module
 */
import { Schema } from "effect";

/**
 * The reasons for a failure that callers and operators can act on. Of `queued` the provider knows
 * nothing: what is asked of it at its own pace comes first.
 */
export const PROVIDER_FAILURE_REASONS = [
  "unreachable",
  "timeout",
  "limited",
  "queued",
  "refused",
  "unreadable",
] as const;

/**
 * The provider did not answer, or sent an unusable answer.
 *
 * `cause` is for the log and is never sent to clients. `retryAfterSec` is the delay that the
 * provider asked for.
 */
export class ProviderFailed extends Schema.TaggedError<ProviderFailed>()("ProviderFailed", {
  provider: Schema.String,
  reason: Schema.Literals(PROVIDER_FAILURE_REASONS),
  /** What was requested, such as `event "x"`; defaults to a price. */
  wanted: Schema.optional(Schema.String),
  retryAfterSec: Schema.optional(Schema.Number),
  /** The setting that would turn on a better source, where this one is a fallback. */
  betterSetting: Schema.optional(Schema.String),
  cause: Schema.Defect(),
}) {
  override get message(): string {
    const wanted = this.wanted ?? "a price";
    return `Cannot get ${wanted} from the ${this.provider}: ${SENTENCES[this.reason]}`;
  }
}

const SENTENCES = {
  unreachable: "it cannot be reached",
  timeout: "it did not answer in time",
  limited: "it accepts no more requests for now",
  queued: "it takes few requests, and others come first",
  refused: "it refused the request",
  unreadable: "its answer cannot be used",
} as const;

/** The operator has not set up this provider. `setting` is the missing setting. */
export class ProviderOff extends Schema.TaggedError<ProviderOff>()("ProviderOff", {
  provider: Schema.String,
  setting: Schema.String,
  /** What the operator must do, if not to set `setting`. Not sent to clients. */
  remedy: Schema.optional(Schema.String),
}) {
  override get message(): string {
    return `Cannot get a price from the ${this.provider}: it is not set up`;
  }
}
