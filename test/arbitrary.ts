/** Random domain values for the property tests. @module */
import fc from "fast-check";
import { ASSETS, INTERVALS, PROFILE_BY_NAME, VENUE_PROFILES } from "../core/market/mod.ts";
import { UnixSec } from "../core/time/mod.ts";

/** 2009-01-01 to 2038-01-01: every instant a request may name, leap years and clock changes. */
export const unixSec = fc.integer({ min: 1_230_768_000, max: 2_145_916_799 }).map(UnixSec);
export const asset = fc.constantFrom(...ASSETS);
export const interval = fc.constantFrom(...INTERVALS);
export const profile = fc.constantFrom(...VENUE_PROFILES.map((name) => PROFILE_BY_NAME[name]));
