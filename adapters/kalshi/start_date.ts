/**
 * Parses Kalshi's instants: ISO 8601 with a zone.
 *
 * @module
 */
import { Option } from "effect";
import { exists, UnixSec } from "../../core/time/mod.ts";

const SHAPE = /^(\d{4})-(\d{2})-(\d{2})T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/**
 * Parses the start of a milestone, dropping fractions of a second. None if it is not an instant.
 */
export function parseStartDate(text: string | null | undefined): Option.Option<UnixSec> {
  const parts = SHAPE.exec(text ?? "");
  if (parts === null) return Option.none();
  const [year = 0, month = 0, day = 0] = parts.slice(1, 4).map(Number);
  const ms = Date.parse(parts[0]);
  if (!exists({ year, month, day }) || Number.isNaN(ms)) return Option.none();
  return Option.some(UnixSec(Math.floor(ms / 1000)));
}
