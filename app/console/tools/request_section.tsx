/**
 * The latest requests of the pages, each as a reader would send it.
 *
 * @module
 */
import { useId } from "preact/hooks";
import { place, setQuery } from "../frame/location.ts";
import { CopyButton } from "../part/copy_button.tsx";
import { asked, type AskedRequest, type PreparedRequest } from "../service/asked.ts";
import {
  curlSource,
  KEY_VARIABLE,
  pythonSource,
  type SourceRequest,
  typescriptSource,
} from "./request_source.ts";

/** The requests. */
const FIRST_REQUESTS: ReadonlyArray<PreparedRequest> = [
  get("/api/v1/targets/active?asset=btc"),
  get("/api/v1/history/market?asset=btc&type=5min&timestamp=2026-11-01T00:00:00Z"),
  get("/api/v1/games?status=live&include=platforms,coverage", true),
  get("/api/v1/account", true),
  {
    method: "POST",
    address: "/api/v1/new_fees/trade-estimate",
    body: { eventSlug: "btc-updown-5m-1793491200", makingAmount: 50, takingAmount: 100 },
    isKeyed: false,
    idempotencyKey: undefined,
  },
];

function get(address: string, isKeyed = false): PreparedRequest {
  return { method: "GET", address, body: undefined, isKeyed, idempotencyKey: undefined };
}

/** The requests, and the sources of the chosen one. */
export function RequestSection() {
  const done = asked.value;
  const names = new Set(done.map(nameOf));
  const requests = [...done, ...FIRST_REQUESTS.filter((one) => !names.has(nameOf(one)))];
  const wanted = place.value.query.get("request");
  const chosen = requests.find((one) => nameOf(one) === wanted) ?? requests[0];
  return (
    <section class="panel">
      <h2>What the pages asked</h2>
      <p>
        Everything that these pages show comes from the public API. Choose a request, of the pages
        or of those that most bots begin with, to see how to send it yourself;{" "}
        <a href="/docs">the API</a> describes each.
      </p>
      {chosen === undefined ? null : <ChosenRequest requests={requests} chosen={chosen} />}
    </section>
  );
}

function ChosenRequest({ requests, chosen }: {
  readonly requests: ReadonlyArray<AskedRequest | PreparedRequest>;
  readonly chosen: AskedRequest | PreparedRequest;
}) {
  const id = useId();
  const request: SourceRequest = { ...chosen, url: location.origin + chosen.address };
  return (
    <>
      <div class="field">
        <label for={id}>Request, the latest first</label>
        <select
          id={id}
          value={nameOf(chosen)}
          onChange={({ currentTarget }) => setQuery({ request: currentTarget.value })}
        >
          {requests.map((one) => (
            <option key={nameOf(one)} value={nameOf(one)}>{nameOf(one)}</option>
          ))}
        </select>
      </div>
      <p>
        {"status" in chosen ? outcomeText(chosen) : "No page asked it yet."} {chosen.isKeyed
          ? (
            <>
              It needs an API key: make one under{" "}
              <a href="/console/keys">Keys</a>, and keep it in the environment as{" "}
              <code>{KEY_VARIABLE}</code>.
            </>
          )
          : "It needs no API key."}
      </p>
      <Source title="Command line" note="For sh, bash and zsh" text={curlSource(request)} />
      <Source
        title="TypeScript"
        note="For Bun, Deno and Node.js from 18"
        text={typescriptSource(request)}
      />
      <Source
        title="Python"
        note="With the library requests: pip install requests"
        text={pythonSource(request)}
      />
    </>
  );
}

function Source({ title, note, text }: {
  readonly title: string;
  readonly note: string;
  readonly text: string;
}) {
  return (
    <>
      <div class="row">
        <h3>{title}</h3>
        <small>{note}</small>
        <CopyButton key={text} text={text} what={`the request as ${title}`} />
      </div>
      <pre>{text}</pre>
    </>
  );
}

/** What the client has kept is asked for by its `ETag`, and need not be sent again. */
const UNCHANGED = 304;

function outcomeText({ status, tookMs }: AskedRequest): string {
  const outcome = status === 0
    ? "No answer arrived"
    : status === 200 || status === UNCHANGED
    ? "Succeeded"
    : `Answered ${status}`;
  return `${outcome} after ${tookMs} ms.`;
}

function nameOf({ method, address }: PreparedRequest): string {
  return `${method} ${address}`;
}
