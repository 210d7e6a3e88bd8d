/**
 * Every benchmark, in the order in which they run and are listed.
 *
 * @module
 */
import { active } from "./active.ts";
import { batch } from "./batch.ts";
import type { Benchmark } from "./benchmark.ts";
import { boundary } from "./boundary/boundary.ts";
import { fees } from "./fees.ts";
import { fleet } from "./fleet.ts";
import { games } from "./games/games.ts";
import { growth } from "./growth/growth.ts";
import { keyed } from "./keyed.ts";
import { keyedRoute } from "./keyed_route.ts";
import { matching } from "./matching.ts";
import { pages } from "./games/pages.ts";
import { orders } from "./orders/orders.ts";
import { quota } from "./quota.ts";
import { range2000 } from "./range.ts";
import { relay } from "./relay.ts";
import { resting } from "./start/resting.ts";
import { start } from "./start/start.ts";
import { fanout } from "./stream/fanout.ts";
import { idle } from "./stream/idle.ts";
import { venue2 } from "./venue2.ts";
import { windows } from "./windows.ts";

/** All of them. */
export const BENCHMARKS: ReadonlyArray<Benchmark> = [
  windows,
  quota,
  fees,
  keyed,
  keyedRoute,
  active,
  batch,
  range2000,
  fanout,
  idle,
  boundary,
  orders,
  relay,
  games,
  pages,
  matching,
  venue2,
  fleet,
  start,
  resting,
  growth,
];
