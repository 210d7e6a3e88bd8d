/** What providers publish by themselves, to all that listen to them. @module */
import { OBSERVED_EVERY_SEC, PUSHED_ASSETS, rolloverAt } from "../../stage/truth.ts";
import type { Ground } from "./ground.ts";

const PUBLISHED_AFTER_MS = 1_000;
const HOUR_SEC = 3_600;

/** Publishes from now on. */
export function publishPrices(ground: Ground): void {
  observeNext(ground);
  rollOverNext(ground);
}

/** The oracle observes every asset that it pushes, one observation after another. */
function observeNext(ground: Ground): void {
  const { time } = ground;
  const lastSec = Math.floor((time.nowMs - PUBLISHED_AFTER_MS) / 1000 / OBSERVED_EVERY_SEC);
  const observedSec = (lastSec + 1) * OBSERVED_EVERY_SEC;
  time.after(observedSec * 1000 + PUBLISHED_AFTER_MS - time.nowMs, () => {
    for (const socket of [...ground.sockets]) {
      for (const asset of PUSHED_ASSETS) socket.observed({ asset, observedSec });
    }
    observeNext(ground);
  });
}

/** The exchange trades at every full hour. */
function rollOverNext(ground: Ground): void {
  const { time } = ground;
  const hourSec = (Math.floor(time.nowMs / 1000 / HOUR_SEC) + 1) * HOUR_SEC;
  for (const asset of PUSHED_ASSETS) {
    const { first: { tradedAtMs } } = rolloverAt(asset, hourSec);
    time.after(tradedAtMs - time.nowMs, () => {
      for (const socket of [...ground.sockets]) socket.rolledOver(asset, hourSec);
    });
  }
  time.after(hourSec * 1000 - time.nowMs, () => rollOverNext(ground));
}
