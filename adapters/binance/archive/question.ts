/**
 * The archive's probe question: the candles of a day that is published by now.
 *
 * @module
 */
import { Clock, Effect, Option } from "effect";
import { ProviderFailed } from "../../../core/port/provider_failure.ts";
import type { ProviderQuestion } from "../../../core/port/provider_question.ts";
import { ARCHIVE, type ArchiveOptions, makeReadArchiveFile } from "./archive_client.ts";
import { archiveName, DAY_MS } from "./archive_file.ts";

/** A day's files are published hours after its end. */
const BACK_DAYS = 3;

/** Creates the question. Needs the `ProviderWatch`. */
export const makeArchiveQuestion = Effect.fnUntraced(function* (options: ArchiveOptions) {
  const read = yield* makeReadArchiveFile(options);
  const ask = Effect.gen(function* () {
    const nowMs = yield* Clock.currentTimeMillis;
    const dayMs = (Math.floor(nowMs / DAY_MS) - BACK_DAYS) * DAY_MS;
    const file = { market: "futures", symbol: "HYPEUSDT", klineInterval: "1h", dayMs } as const;
    const rows = yield* read(file);
    if (Option.isSome(rows)) return `${archiveName(file)}: ${rows.value.length} candles`;
    const cause = new Error(`the archive has no ${archiveName(file)}`);
    return yield* new ProviderFailed({ provider: ARCHIVE, reason: "unreadable", cause });
  });
  return {
    name: ARCHIVE,
    asks: "1h candles of hype three days ago, with their checksum",
    ask,
  } satisfies ProviderQuestion;
});
