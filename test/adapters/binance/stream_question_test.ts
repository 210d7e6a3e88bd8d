import { describe, expect, test } from "bun:test";
import { Effect } from "effect";
import { makeStreamQuestion } from "../../../adapters/binance/stream_question.ts";
import { runScoped } from "../../still_run.ts";
import type { ExchangeMarket } from "../../../core/price/mod.ts";
import { type LittleExchange, startExchange, tradeFrame } from "./stream_world.ts";

/** The answer, or the reason of the failure. */
function ask({ origins }: Pick<LittleExchange, "origins">, market: ExchangeMarket) {
  return runScoped(
    makeStreamQuestion(origins, { market }).pipe(
      Effect.flatMap(({ ask }) => ask),
      Effect.catch(({ reason }) => Effect.succeed(reason)),
    ),
  );
}

describe("the question to a socket", () => {
  const hype = tradeFrame("hype", [1, 1_766_188_800_000, "40.390"]);

  /** Sends frames to whoever connects to the futures, and gives the answer to the question. */
  async function askAndSend(...frames: ReadonlyArray<string>) {
    using exchange = startExchange();
    const asked = ask(exchange, "futures");
    await exchange.until(() => exchange.open().length === 1);
    exchange.send("futures", ...frames);
    const answer = await exchange.during(asked);
    await exchange.until(() => exchange.open().length === 0);
    return answer.replace(/:\d+$/, "");
  }

  test("is answered with the first trade, and the socket is closed", async () => {
    expect(await askAndSend('{"result":null,"id":1}', hype, hype))
      .toBe("HYPEUSDT 40.390 at 2025-12-20T00:00:00.000Z from 127.0.0.1");
  });

  test("tells a socket that opens and brings no trade, or one that is not understood", async () => {
    expect(await askAndSend('{"result":null,"id":1}')).toBe("unreadable");
    expect(await askAndSend(hype.replace('"40.390"', "40.390"))).toBe("unreadable");
    expect(await askAndSend(hype.replace("40.390", "-1"))).toBe("unreadable");
  });

  test("tells a refusal from a host that is not there", async () => {
    using exchange = startExchange(() => true);
    expect(await ask(exchange, "futures")).toBe("refused");
    const nowhere = { spotUrl: "ws://127.0.0.1:1", futuresUrl: "ws://127.0.0.1:1" };
    expect(await ask({ origins: { ...exchange.origins, ...nowhere } }, "futures"))
      .toBe("unreachable");
  });

  test("does not hide behind the mirror that the host is not understood", async () => {
    using exchange = startExchange();
    const asked = ask(exchange, "spot");
    await exchange.until(() => exchange.open().includes("host"));
    exchange.send("host", "{");
    expect(await exchange.during(asked)).toBe("unreadable");
    expect(exchange.attempts).toHaveLength(1);
  });

  test("goes to the mirror where the host turns us away", async () => {
    using exchange = startExchange((door) => door === "host");
    const asked = ask(exchange, "spot");
    await exchange.until(() => exchange.open().includes("mirror"));
    exchange.send("mirror", tradeFrame("sol", [1, 2, "99.1"]));
    expect(await exchange.during(asked)).toMatch(
      /^SOLUSDT 99\.1 at 1970-01-01T00:00:00\.002Z from /,
    );
  });
});
