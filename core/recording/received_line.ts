/**
 * The text of a recording: one line of JSON a thing.
 *
 * @module
 */
import { Option } from "effect";
import { type Feed, type Received, RECEIVED_KINDS, type ReceivedKind } from "./received.ts";

/** Returns the line of what was received, without its end. */
export function receivedLine(
  { atMs, providerMs, kind, provider, about, text }: Omit<Received, "feed">,
): string {
  return JSON.stringify({ at_ms: atMs, provider_ms: providerMs, kind, provider, about, text });
}

/** Returns what a line of a feed says; none where it is no such line. */
export function readReceivedLine(feed: Feed, line: string): Option.Option<Received> {
  const read = Option.liftThrowable((text: string): unknown => JSON.parse(text))(line);
  return Option.flatMap(read, (value) => {
    if (typeof value !== "object" || value === null) return Option.none();
    const fields = value as Readonly<Record<string, unknown>>;
    const { at_ms: atMs, provider_ms: providerMs, kind, provider, about, text } = fields;
    const isWhole = isInstant(atMs) && (providerMs === null || isInstant(providerMs)) &&
      isKind(kind) && isText(provider) && isText(about) && isText(text);
    return isWhole
      ? Option.some({ feed, kind, atMs, providerMs, provider, about, text })
      : Option.none();
  });
}

const isText = (value: unknown): value is string => typeof value === "string";
const isInstant = (value: unknown): value is number => Number.isFinite(value);
const isKind = (value: unknown): value is ReceivedKind =>
  RECEIVED_KINDS.includes(value as ReceivedKind);
