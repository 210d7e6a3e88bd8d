import { afterEach, beforeEach, describe, expect, jest, test } from "bun:test";
import {
  BACKLOG_BYTES_MAX,
  makeRelaySender,
} from "../../../../app/simulator/polymarket/relay/relay_sender.ts";
import { startRelayPulse } from "../../../../app/simulator/polymarket/relay/relay_pulse.ts";

describe("the relay's pings", () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  /** A socket whose client answers the pings of these numbers. */
  function startFor(isAnswered: (ping: number) => boolean) {
    let pings = 0;
    const closes: number[] = [];
    const pulse = startRelayPulse({
      ping: () => isAnswered(++pings) && pulse.ponged(),
      close: (code) => void closes.push(code),
    });
    return { pulse, pings: () => pings, closes };
  }

  test("come each 25 s", () => {
    const { pings, closes } = startFor(() => true);
    jest.advanceTimersByTime(249_999);
    expect(pings()).toBe(9);
    jest.advanceTimersByTime(1);
    expect([pings(), closes]).toEqual([10, []]);
  });

  test("one missed ping is tolerated", () => {
    const { closes } = startFor((ping) => ping % 2 === 0);
    jest.advanceTimersByTime(1_000_000);
    expect(closes).toEqual([]);
  });

  test("two missed pings close with 4002", () => {
    const { closes } = startFor((ping) => ping < 4);
    jest.advanceTimersByTime(149_999);
    expect(closes).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(closes).toEqual([4002]);
  });

  test("end with the socket", () => {
    const { pulse, pings } = startFor(() => true);
    jest.advanceTimersByTime(25_000);
    pulse.stop();
    jest.advanceTimersByTime(100_000);
    expect(pings()).toBe(1);
  });
});

test("a client that does not read is closed with 4002 once its backlog is too large", () => {
  let waiting = 0;
  const closes: number[] = [];
  const sender = makeRelaySender({
    send: () => {},
    backlogBytes: () => waiting,
    close: (code) => void closes.push(code),
  }, { nowMs: () => 0 });
  waiting = BACKLOG_BYTES_MAX;
  sender.update("price.crypto", "{}");
  expect(closes).toEqual([]);
  waiting++;
  sender.update("price.crypto", "{}");
  expect(closes).toEqual([4002]);
});
