/**
 * Recurring topics: the simulated venue's listings besides up-or-down windows. Every place, club
 * and thing in them is invented.
 *
 * @module
 */
import { type Asset } from "../../../../core/market/mod.ts";
import { type FeeCategory } from "./fee_period.ts";
import { type Tick } from "./quote.ts";
import { type Tag, tagsOf } from "./tag.ts";

/** A recurring topic; `{day}` in its texts is the day it is decided on. */
export interface Topic {
  /** Its events are `<stem>-<yyyy-mm-dd>`. */
  readonly stem: string;
  readonly title: string;
  readonly category: FeeCategory;
  readonly tags: ReadonlyArray<Tag>;
  /**
   * The interval between its starts, and how long it is open: longer, so that one is always open.
   */
  readonly periodDays: number;
  readonly lifeDays: number;
  /** One market, or one for each answer of a neg-risk event, of which exactly one comes true. */
  readonly markets: ReadonlyArray<TopicMarket>;
  readonly outcomes: readonly [string, string];
  readonly isNegRisk: boolean;
  readonly tick: Tick;
  /** Seconds for which the venue holds an order before it matches. */
  readonly delaySec: number;
  readonly sportsMarketType?: string;
  /** Bounds of the first outcome's price. */
  readonly range: readonly [low: number, high: number];
  /** An asset's week, decided by its price. */
  readonly asset?: Asset;
}

/** A market of a topic. `answer` distinguishes it within its event. */
export interface TopicMarket {
  readonly question: string;
  readonly answer?: string;
}

const YES_NO = ["Yes", "No"] as const;

const plain = (
  stem: string,
  question: string,
  rest: Pick<Topic, "category" | "tags"> & Partial<Topic>,
): Topic => ({
  stem,
  title: question,
  periodDays: 7,
  lifeDays: 10,
  markets: [{ question }],
  outcomes: YES_NO,
  isNegRisk: false,
  tick: 0.01,
  delaySec: 0,
  range: [0.2, 0.8],
  ...rest,
});

const week = (asset: Asset, name: string, tag: string): Topic =>
  plain(
    `${name.toLowerCase()}-up-or-down-weekly`,
    `${name} Up or Down - week to {day}`,
    {
      category: "crypto",
      tags: tagsOf("weekly", "up-or-down", "crypto-prices", "recurring", "crypto", tag),
      outcomes: ["Up", "Down"],
      lifeDays: 7,
      asset,
    },
  );

const answers = (
  question: (answer: string) => string,
  names: ReadonlyArray<string>,
): ReadonlyArray<TopicMarket> => names.map((answer) => ({ answer, question: question(answer) }));

/** Every topic. Its index in the list is part of its events' ids. */
export const TOPICS: ReadonlyArray<Topic> = [
  plain("rain-in-alder-harbor", "Will it rain in Alder Harbor on {day}?", {
    category: "weather",
    tags: tagsOf("weather"),
    periodDays: 2,
    lifeDays: 4,
  }),
  plain("tram-budget-vellmark", "Will Vellmark pass its tram budget by {day}?", {
    category: "politics",
    tags: tagsOf("politics"),
  }),
  plain("strait-of-brenn-open", "Will the Strait of Brenn be open to shipping on {day}?", {
    category: "geopolitics",
    tags: tagsOf("geopolitics", "world-affairs"),
  }),
  plain("meridian-100-higher", "Will the Meridian 100 index close higher on {day}?", {
    category: "finance",
    tags: tagsOf("finance"),
    periodDays: 3,
    lifeDays: 5,
  }),
  plain("orbit-browser-release", "Will the Orbit browser have a new release by {day}?", {
    category: "tech",
    tags: tagsOf("tech"),
  }),
  plain("vellmark-inflation", "Will inflation in Vellmark be above 2% on {day}?", {
    category: "economics",
    tags: tagsOf("economy"),
  }),
  plain("harbor-lights-number-one", "Will Harbor Lights be the number one film on {day}?", {
    category: "culture",
    tags: tagsOf("pop-culture"),
  }),
  plain("tide-mentioned", "Will the word tide be said in the harbor report on {day}?", {
    category: "mentions",
    tags: tagsOf("mention-markets"),
  }),
  plain("alder-bridge-opens", "Will the Alder bridge open to traffic by {day}?", {
    category: "general",
    tags: tagsOf("science"),
  }),
  plain("comet-naked-eye", "Will a new comet be seen by the naked eye by {day}?", {
    category: "general",
    tags: tagsOf("science"),
    tick: 0.001,
    range: [0.02, 0.07],
  }),
  plain("highest-temperature-alder-harbor", "Highest temperature in Alder Harbor on {day}?", {
    category: "weather",
    tags: tagsOf("weather", "daily-temperature"),
    periodDays: 2,
    lifeDays: 4,
    isNegRisk: true,
    markets: answers(
      (answer) => `Will the highest temperature in Alder Harbor be ${answer} on {day}?`,
      ["11°C or below", "12-13°C", "14-15°C", "16-17°C", "18°C or higher"],
    ),
  }),
  plain("first-ship-of-the-regatta", "Which ship wins the Brenn regatta on {day}?", {
    category: "general",
    tags: tagsOf("pop-culture"),
    isNegRisk: true,
    markets: answers(
      (answer) => `Will ${answer} win the Brenn regatta on {day}?`,
      ["Grey Heron", "Northern Star", "Salt Lantern"],
    ),
  }),
  plain("sea-ald-brn", "Alder Calcio vs. Brenn Nord", {
    category: "sports",
    tags: tagsOf("sports", "soccer", "sea", "games"),
    periodDays: 3,
    lifeDays: 5,
    isNegRisk: true,
    delaySec: 1,
    sportsMarketType: "moneyline",
    markets: [
      { answer: "Alder Calcio", question: "Will Alder Calcio win on {day}?" },
      {
        answer: "Draw (Alder Calcio vs. Brenn Nord)",
        question: "Will Alder Calcio vs. Brenn Nord end in a draw?",
      },
      { answer: "Brenn Nord", question: "Will Brenn Nord win on {day}?" },
    ],
  }),
  plain("ncaab-vlm-orb", "Vellmark State vs. Orbit Tech", {
    category: "sports",
    tags: tagsOf("sports", "basketball", "ncaab", "games"),
    periodDays: 3,
    lifeDays: 5,
    delaySec: 1,
    sportsMarketType: "moneyline",
    outcomes: ["Vellmark State", "Orbit Tech"],
  }),
  week("btc", "Bitcoin", "bitcoin"),
  week("eth", "Ethereum", "ethereum"),
  plain("harbor-cup-vellmark", "Will Vellmark win the Harbor Cup on {day}?", {
    category: "sports",
    tags: tagsOf("sports"),
    tick: 0.0025,
    range: [0.3, 0.9],
  }),
];
