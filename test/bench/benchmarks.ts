/** Every benchmark, in the order in which they run and are listed. @module */
import { active } from "./active/active.ts";
import type { Benchmark } from "./benchmark.ts";
import { boundary } from "./boundary/boundary.ts";
import { fleet } from "./fleet.ts";
import { matching } from "./matching.ts";
import { orders } from "./orders/orders.ts";
import { followed } from "./quotes/followed.ts";
import { quotes } from "./quotes/quotes.ts";
import { pages } from "./games/pages.ts";
import { range } from "./range.ts";
import { sandbox } from "./sandbox.ts";
import { start } from "./start.ts";
import { fanout } from "./stream/fanout.ts";

/** All of them: a path each that users feel. */
export const BENCHMARKS: ReadonlyArray<Benchmark> = [
  orders,
  boundary,
  quotes,
  followed,
  fanout,
  active,
  range,
  pages,
  matching,
  start,
  sandbox,
  fleet,
];
