/**
 * Whether the venue lists windows of an asset that is known and not served.
 *
 * @module
 */
import { Clock, Effect, Option } from "effect";
import { type GammaOptions, makeGammaClient } from "../../../adapters/polymarket/gamma/client.ts";
import {
  ASSETS,
  KNOWN_ASSETS,
  PROFILE_BY_NAME,
  seriesOf,
  windowContaining,
} from "../../../core/market/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { type Finding, off, well } from "./doctor_report.ts";

/** Asks for the present window of each of their series. Needs the {@linkcode ProviderWatch}. */
export const checkAssets = Effect.fnUntraced(function* (options: GammaOptions) {
  const { event } = yield* makeGammaClient(options);
  const { calendar, slugOf } = PROFILE_BY_NAME.polymarket;
  const nowSec = UnixSec(Math.floor((yield* Clock.currentTimeMillis) / 1000));
  const others = KNOWN_ASSETS.filter((asset) => !ASSETS.includes(asset));
  const asked = yield* Effect.forEach(seriesOf(others), ({ asset, interval }) => {
    const slug = slugOf(asset, windowContaining(calendar, interval, nowSec));
    return event({ by: "slug", slug }).pipe(
      Effect.as(Option.some(`${slug}: add ${asset} to ASSETS`)),
      Effect.catchTag("NotListed", () => Effect.succeed(Option.none<string>())),
      Effect.option,
    );
  }, { concurrency: 4 });
  return findingOf(asked);
});

/** `asked`: of each series what there is to say, none inside where it is not listed. */
function findingOf(asked: ReadonlyArray<Option.Option<Option.Option<string>>>): Finding {
  const listed = asked.flatMap((one) => Option.toArray(Option.flatten(one)));
  if (listed.length > 0) {
    return well(`${ASSETS.join(", ")} are served; the venue lists ${listed.join(", and ")}`);
  }
  if (asked.some(Option.isNone)) return off("the venue did not say what else it lists");
  return well(`${ASSETS.join(", ")} are served, and the venue lists no other that is known`);
}
