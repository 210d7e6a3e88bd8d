/**
 * The page of the tools: fees, requests as source, the state of the service, what is recorded, and
 * the guides.
 *
 * @module
 */
import type { ComponentType } from "preact";
import { place } from "../frame/location.ts";
import { PlaceChoice } from "../part/place_choice.tsx";
import { FeeSection } from "./fee_section.tsx";
import { RecordingSection } from "./recording_section.tsx";
import { RequestSection } from "./request_section.tsx";
import { StatusSection } from "./status_section.tsx";
import { GUIDE_LINKS } from "./guide_links.ts";

interface Tool {
  readonly name: string;
  readonly title: string;
  readonly Section: ComponentType;
}

const FEES: Tool = { name: "fees", title: "Fees", Section: FeeSection };

const TOOLS: ReadonlyArray<Tool> = [
  FEES,
  { name: "requests", title: "Requests", Section: RequestSection },
  { name: "status", title: "Status", Section: StatusSection },
  { name: "recording", title: "Recording", Section: RecordingSection },
  { name: "guides", title: "Guides", Section: GuideSection },
];

/** The page. */
export function Page() {
  const chosen = place.value.query.get("tool") ?? FEES.name;
  const { name, Section } = TOOLS.find((one) => one.name === chosen) ?? FEES;
  return (
    <>
      <h1>Tools</h1>
      <PlaceChoice
        label="Tools"
        options={TOOLS.map((tool) => ({
          href: `/console/tools?tool=${tool.name}`,
          text: tool.title,
          isChosen: tool.name === name,
        }))}
      />
      <Section key={name} />
    </>
  );
}

/** The links. */
function GuideSection() {
  return (
    <section class="panel">
      <h2>Guides</h2>
      <ul>
        {GUIDE_LINKS.map(([name, title, line]) => (
          <li key={name}>
            <a href={`/docs/guide/${name}`}>{title}</a>: {line}
          </li>
        ))}
      </ul>
      <p>
        <a href="/docs">Every request</a>, with its parameters and examples, and{" "}
        <a href="/docs/stream">every message of the stream</a>.
      </p>
    </section>
  );
}
