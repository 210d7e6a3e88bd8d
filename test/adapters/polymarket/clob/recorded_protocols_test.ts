import { expect } from "bun:test";
import { Option, Result, Schema } from "effect";
import { bookHasher } from "../../../../adapters/polymarket/book/book_hash.ts";
import { toAnsweredBook } from "../../../../adapters/polymarket/clob/book.ts";
import { BookPayload, MarketPayload } from "../../../../adapters/polymarket/clob/market_payload.ts";
import { toMarketTerms } from "../../../../adapters/polymarket/clob/market_terms.ts";
import { agreedProtocol, PROTOCOLS } from "../../../../core/venue/mod.ts";
import { sharedPath, testWithShared } from "../../../shared_data.ts";

const RECORDED = "polymarket/protocol_v2.json";
const recorded = () => Bun.file(sharedPath(RECORDED)).json();
const readTerms = (written: unknown) =>
  Result.getOrThrow(toMarketTerms(Schema.decodeUnknownSync(MarketPayload)(written)));

testWithShared(
  [RECORDED],
  "recorded terms of a market state its protocol, as its ids do",
  async () => {
    const answers = await recorded();
    for (const protocol of PROTOCOLS) {
      const terms = readTerms(answers[`clob_markets_${protocol}`]);
      const { conditionId, tokens } = terms;
      expect(agreedProtocol({
        catalog: Option.some(protocol),
        orderBook: terms.protocol,
        conditionId,
        tokenIds: tokens.map(({ tokenId }) => tokenId),
      })).toEqual(Result.succeed(protocol));
      expect(terms).toMatchObject({ tickE6: 10_000n, sizeMinE6: 5_000_000n, isNegRisk: false });
      expect(tokens.map(({ outcome }) => outcome)).toEqual(["Up", "Down"]);
    }
  },
);

testWithShared(
  [RECORDED],
  "a recorded book of Protocol V2 states so, and is its market's",
  async () => {
    const { book_v2, clob_markets_v2 } = await recorded();
    const terms = readTerms(clob_markets_v2);
    const answered = Option.getOrThrow(
      toAnsweredBook(Schema.decodeUnknownSync(BookPayload)(book_v2)),
    );
    expect(answered.book).toEqual({
      tokenId: terms.tokens[0]?.tokenId ?? "",
      conditionId: terms.conditionId,
      protocol: Option.some("v2"),
      bids: [],
      asks: [],
      tickE6: 10_000n,
    });
    const hashed = {
      timestampMs: Option.getOrThrow(answered.atMs),
      isNegRisk: false,
    };
    expect(Option.getOrThrow(answered.hash)).toBe(bookHasher(answered.book, hashed)(""));
  },
);
