/** The claims that hold after every history, whatever went wrong in it. @module */
import { Effect, Option } from "effect";
import { type Asset, type Interval, windowContaining } from "../../../core/market/mod.ts";
import { targetKey } from "../../../core/price/mod.ts";
import { lastSeqOf, type Topic } from "../../../core/stream/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { targetQuery } from "../../../core/use_case/price/mod.ts";
import { Venue } from "../../../core/use_case/venue/mod.ts";
import { brokenFinalPriceClaims } from "./final_price_claims.ts";
import { brokenGameClaims } from "./game_claims.ts";
import { brokenMakerClaims } from "./maker_judge.ts";
import { brokenOrderClaims } from "./order_judge.ts";
import { brokenToldClaims } from "./maker_told_judge.ts";
import { brokenWindowMessages } from "./window_message_claims.ts";
import type { ServiceHistory } from "./service_history.ts";
import type { GivenTarget } from "./target_questions.ts";
import { FOLLOWED, type Received, type StreamClient } from "./stream_client.ts";
import { averageE18, OBSERVED_EVERY_SEC, siteE18, trueE18 } from "../../stage/truth.ts";

const venue = Effect.runSync(Venue.use(Effect.succeed));
const { profile } = venue;

/** The newest average of the stream is no older at the end. */
const AVERAGE_AGE_SEC_MAX = 60;

/** Returns a description of every claim that does not hold. */
export function brokenClaims(history: ServiceHistory): ReadonlyArray<string> {
  const { ground, makers } = history;
  const ofOrders = [
    ...history.defects.map((defect) => `0 defect: ${defect}`),
    ...brokenOrderClaims(ground.traffic),
    ...waitingCustomers(history),
    ...brokenMakerClaims(ground, makers),
    ...ground.plan.isOfOrders ? brokenToldClaims(ground, history.clients) : [],
  ];
  if (ground.plan.isOfOrders) return ofOrders;
  return [
    ...ofOrders,
    ...history.given.flatMap(wrongPrice),
    ...history.clients.flatMap((client, at) =>
      FOLLOWED.flatMap((topic) => [
        ...wrongEvents(client, topic).map((why) => `client ${at} ${topic}: ${why}`),
      ])
    ),
    ...notInTheEnd(history),
    ...notStored(history),
    ...brokenGameClaims(history),
    ...brokenFinalPriceClaims(history),
    ...brokenWindowMessages(history),
  ];
}

/** Every customer has an answer that is final, once everything works. */
function waitingCustomers({ customers: { waiting } }: ServiceHistory): ReadonlyArray<string> {
  return waiting === 0 ? [] : [`12 orders: ${waiting} customers have no final answer`];
}

/** No answer has another price than the true one, or the one that the site shows meanwhile. */
function wrongPrice({ query, priceE18, isProvisional, from }: GivenTarget): ReadonlyArray<string> {
  const allowed = isProvisional ? siteE18(query.asset, query.window) : trueE18(query);
  return priceE18 === allowed
    ? []
    : [`1 price: ${from}: ${targetKey(query)} is ${priceE18} instead of ${allowed}`];
}

/** Returns what is wrong with the events of a topic that a client received. */
function wrongEvents({ received }: StreamClient, topic: Topic): ReadonlyArray<string> {
  const own = received.filter(({ event }) => event.topic === topic);
  return own.flatMap((one, at) => [...wrongOrder(one, own[at - 1]), ...wrongValue(one)]);
}

/** Events come in order, each once, and none is left out. */
function wrongOrder(
  { event, seenSeq, from }: Received,
  before: Received | undefined,
): ReadonlyArray<string> {
  if (event.kind === "target" && event.corrects === true) {
    return event.seq <= seenSeq ? [] : [`2 order: ${from} corrects ${event.seq} before it came`];
  }
  if (before === undefined || seenSeq < 0) return [];
  const what = `${from}: ${event.kind} of ${lastSeqOf(event)} after ${seenSeq}`;
  if (lastSeqOf(event) <= seenSeq) return [`2 order: ${what} came again`];
  const firstSeq = event.kind === "gap" ? event.fromSeq : event.seq;
  if (event.kind === "game" || event.topic.startsWith("games:")) return [];
  const nextSeq = event.kind === "twap" ? firstSeq - OBSERVED_EVERY_SEC + 1 : firstSeq;
  const expected = event.topic.startsWith("twap:") ? seenSeq + 1 : seqAfter(event.topic, seenSeq);
  return nextSeq > expected ? [`2 order: ${what} leaves out ${expected}`] : [];
}

/** Returns the start of the window after the one that contains a second. */
function seqAfter(topic: Topic, sec: number): number {
  const [, , interval] = topic.split(":") as ["targets", Asset, Interval];
  return windowContaining(profile.calendar, interval, UnixSec(sec)).endSec;
}

function wrongValue({ event, from }: Received): ReadonlyArray<string> {
  if (event.kind === "target") {
    const query = targetQuery(venue, event.asset, event.window);
    const isProvisional = event.isProvisional === true;
    return wrongPrice({ query, priceE18: event.priceE18, isProvisional, from });
  }
  if (event.kind !== "twap") return [];
  return event.priceE18 === averageE18(event.asset, event.seq)
    ? []
    : [`1 price: ${from}: the average of ${event.seq} is ${event.priceE18}`];
}

/** When everything works, every replica has and publishes everything. */
function notInTheEnd(history: ServiceHistory): ReadonlyArray<string> {
  const { lastStates, ground: { nowSec }, clients, replicas } = history;
  const missing = replicas.length - lastStates.length;
  return [
    ...missing === 0 ? [] : [`4 end: ${missing} replicas give no answer`],
    ...lastStates.flatMap(({ from, heads, answers }) => [
      ...[...heads].flatMap(([topic, seq]) =>
        seq >= oldestHead(topic as Topic, nowSec)
          ? []
          : [`4 end: ${from} has published ${topic} up to ${seq}, and it is ${nowSec}`]
      ),
      ...[...answers.values()].flatMap((answer) => [
        ...wrongPrice(answer),
        ...answer.hasEvidence
          ? []
          : [`5 stored: ${from} has no evidence of ${targetKey(answer.query)}`],
      ]),
      ...[...history.asked.keys()].flatMap((key) =>
        answers.has(key) ? [] : [`4 end: ${from} does not know ${key}`]
      ),
    ]),
    ...clients.flatMap(({ replica }, at) => {
      return replica === undefined ? [`4 end: client ${at} is not connected`] : [];
    }),
    ...clients.flatMap((client, at) =>
      FOLLOWED.filter((topic) => !client.isLive(topic)).map((topic) =>
        `4 end: client ${at} is not live on ${topic}`
      )
    ),
  ];
}

/** The oldest head that a topic may have at the end. */
function oldestHead(topic: Topic, nowSec: number): number {
  if (topic.startsWith("games:")) return 0;
  if (topic.startsWith("twap:")) return nowSec - AVERAGE_AGE_SEC_MAX;
  const [, , interval] = topic.split(":") as ["targets", Asset, Interval];
  return windowContaining(profile.calendar, interval, UnixSec(nowSec - AVERAGE_AGE_SEC_MAX))
    .startSec;
}

/** Everything that clients were sent is stored with its evidence. */
function notStored({ clients, given, ground: { targets } }: ServiceHistory): ReadonlyArray<string> {
  const sent = new Map(
    [
      ...clients.flatMap(({ received }) =>
        received.flatMap(({ event }) =>
          event.kind === "target" ? [targetQuery(venue, event.asset, event.window)] : []
        )
      ),
      ...given.map(({ query }) => query),
    ].map((query) => [targetKey(query), query]),
  );
  return [...sent].flatMap(([key, { asset, window: { interval, startSec } }]) => {
    const evidence = Effect.runSync(targets.evidence({ asset, interval, startSec }));
    return Option.isSome(evidence) ? [] : [`5 stored: ${key} was sent, and is not stored`];
  });
}
