/**
 * Which seconds the recording of this service has, day by day.
 *
 * @module
 */
import { place } from "../frame/location.ts";
import { Instant } from "../part/instant.tsx";
import { useLoaded } from "../part/loaded.ts";
import { Panel } from "../part/panel.tsx";
import { PlaceChoice } from "../part/place_choice.tsx";
import { Waiting } from "../part/waiting.tsx";
import { WideTable } from "../part/wide_table.tsx";
import { missingText } from "./missing_text.ts";
import {
  type DayItem,
  type FeedRow,
  listDays,
  readDay,
  type TopicRow,
} from "./recording_request.ts";

const DAYS_EVERY_MS = 60_000;
/** A day that is being read is asked for so often. */
const DAY_EVERY_MS = 3_000;

const NOT_RECORDED = (
  <p>
    This service does not record: <code>RECORD_DIR</code> is not set.
  </p>
);

/** The days, and the one that is chosen. */
export function RecordingSection() {
  const days = useLoaded(listDays, { by: [], everyMs: DAYS_EVERY_MS });
  const chosen = place.value.query.get("day") ?? days.value?.days?.[0];
  return (
    <>
      <Panel
        title="Recorded days"
        of={days}
        isEmpty={({ days }) => days?.length === 0}
        empty={<p>Nothing is recorded yet.</p>}
      >
        {({ days }) =>
          days === null ? NOT_RECORDED : (
            <PlaceChoice
              label="Recorded days"
              options={days.map((day) => ({
                href: `/console/tools?tool=recording&day=${day}`,
                text: day,
                isChosen: day === chosen,
              }))}
            />
          )}
      </Panel>
      {chosen === undefined ? null : <DayPanel key={chosen} day={chosen} />}
      <p class="soft">
        <a href="/docs/guide/rehearsal">How days are recorded, and what is missing of them</a>
      </p>
    </>
  );
}

function DayPanel({ day }: { readonly day: string }) {
  const item = useLoaded((signal) => readDay(day, signal), { by: [day], everyMs: DAY_EVERY_MS });
  return <Panel title={`What ${day} has`} of={item}>{(known) => <Day item={known} />}</Panel>;
}

function Day({ item: { state, why, read_at, coverage } }: { readonly item: DayItem }) {
  if (state === "reading") {
    return <Waiting what="The day is being read, which takes some minutes where it is large" />;
  }
  if (coverage === null || read_at === null) return <p>It could not be read: {why}.</p>;
  const { from, until, topics, feeds } = coverage;
  if (from === null || until === null) return <p class="empty">Nothing is recorded of it.</p>;
  return (
    <>
      <p>
        Recorded from <Instant at={from} /> to <Instant at={until} /> UTC, read at{" "}
        <Instant at={read_at} />.
      </p>
      <Topics topics={topics} />
      <h3>Feeds</h3>
      <Feeds feeds={feeds} />
    </>
  );
}

function Topics({ topics }: { readonly topics: ReadonlyArray<TopicRow> }) {
  return (
    <WideTable
      label="Seconds"
      columns={["Feed", "Topic", { number: "Seconds" }, { number: "Missing" }, "Which, UTC"]}
    >
      {topics.map(({ feed, topic, seconds, missing, ranges, more }) => (
        <tr key={`${feed} ${topic}`}>
          <th scope="row">{feed}</th>
          <td>{topic || "all"}</td>
          <td class="number">{seconds}</td>
          <td class="number">{missing}</td>
          <td>{missingText(ranges, more)}</td>
        </tr>
      ))}
    </WideTable>
  );
}

function Feeds({ feeds }: { readonly feeds: ReadonlyArray<FeedRow> }) {
  const columns = ["Frames", "Answers", "Sockets lost", "Not kept", "Books doubted"];
  return (
    <WideTable label="Feeds" columns={["Feed", ...columns.map((number) => ({ number }))]}>
      {feeds.map(({ feed, frames, answers, reconnects, dropped, hash_breaks }) => (
        <tr key={feed}>
          <th scope="row">{feed}</th>
          <td class="number">{frames}</td>
          <td class="number">{answers}</td>
          <td class="number">{reconnects}</td>
          <td class="number">{dropped}</td>
          <td class="number">{hash_breaks ?? "-"}</td>
        </tr>
      ))}
    </WideTable>
  );
}
