/**
 * How a provider lets us down. Shared by every port that has one behind it.
 *
 * @module
 */
import { Schema } from "effect";

/** What went wrong, as far as the caller or the operator would act on it. */
export const PROVIDER_FAILURE_REASONS = [
  "unreachable",
  "timeout",
  "limited",
  "refused",
  "unreadable",
] as const;

/**
 * The provider did not answer, or answered something that cannot be used.
 *
 * `cause` is for the log and is never sent. `retryAfterSec` is what the provider asked for.
 */
export class ProviderFailed extends Schema.TaggedError<ProviderFailed>()("ProviderFailed", {
  provider: Schema.String,
  reason: Schema.Literals(PROVIDER_FAILURE_REASONS),
  /** What was asked for, such as `event "x"`; a price where it is left out. */
  wanted: Schema.optional(Schema.String),
  retryAfterSec: Schema.optional(Schema.Number),
  /** The setting that would turn a better source on, where this one only stands in for it. */
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
  limited: "it takes no more requests for now",
  refused: "it refused the request",
  unreadable: "its answer cannot be used",
} as const;

/** The operator has not set this provider up. `setting` names what is missing. */
export class ProviderOff extends Schema.TaggedError<ProviderOff>()("ProviderOff", {
  provider: Schema.String,
  setting: Schema.String,
  /** What the operator does about it, where that is not to set it; for nobody else. */
  remedy: Schema.optional(Schema.String),
}) {
  override get message(): string {
    return `Cannot get a price from the ${this.provider}: it is not set up`;
  }
}
