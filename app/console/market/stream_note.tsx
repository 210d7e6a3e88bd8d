/**
 * Whether prices arrive: the stream's connection, and the providers' own.
 *
 * @module
 */
import type { FeedState, Provider } from "../../client/typescript/mod.ts";
import { STATE_COLOURS } from "../service/service_status.ts";
import { connectAgain, feedStates, streamConnection } from "../service/stream_feed.ts";
import { clockText } from "../part/time_text.ts";

const PROVIDERS: ReadonlyArray<Provider> = ["oracle", "exchange"];

const MEANING: Readonly<Record<FeedState, string>> = {
  healthy: "healthy",
  degraded: "degraded: prices are later",
  down: "down: expect gaps",
};

/** One line of marks; where the stream is cut, also what that means. */
export function StreamNote() {
  const connection = streamConnection.value;
  const isOpen = connection.state === "open";
  return (
    <div role="status">
      <p class="row sources">
        <span class={`mark ${isOpen ? "up" : "warn"}`}>
          stream {isOpen ? "connected" : connection.state === "cut" ? "cut" : connection.state}
        </span>
        {isOpen
          ? PROVIDERS.map((provider) => <FeedMark key={provider} provider={provider} />)
          : null}
      </p>
      {connection.state === "cut"
        ? (
          <p class="note offline">
            <strong>The stream is cut since {clockText(connection.sinceSec)} UTC.</strong>{" "}
            What is shown is stale until it is back: it is tried again by itself. ({connection
              .reason})
          </p>
        )
        : null}
      {connection.state === "refused"
        ? (
          <div class="note failed">
            <p>
              <strong>The service refuses the stream.</strong> {connection.reason}
            </p>
            <button type="button" onClick={connectAgain}>Connect again</button>
          </div>
        )
        : null}
    </div>
  );
}

function FeedMark({ provider }: { readonly provider: Provider }) {
  const { state, since } = feedStates.value[provider] ?? { state: "healthy" as const, since: "" };
  return (
    <span class={`mark ${STATE_COLOURS[state]}`}>
      {provider} {MEANING[state]}
      {state === "healthy" ? "" : `, since ${clockText(Date.parse(since) / 1000)}`}
    </span>
  );
}
