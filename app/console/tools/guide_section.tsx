/**
 * Links to the guides.
 *
 * @module
 */
import { GUIDE_LINKS } from "./guide_links.ts";

/** The links. */
export function GuideSection() {
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
