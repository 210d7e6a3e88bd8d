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
      <dl class="guides">
        {GUIDE_LINKS.map(([name, title, line]) => (
          <div key={name}>
            <dt>
              <a href={`/docs/guide/${name}`}>{title}</a>
            </dt>
            <dd>{line}</dd>
          </div>
        ))}
      </dl>
      <p>
        <a href="/docs">Every request</a>, with its parameters and examples, and{" "}
        <a href="/docs/stream">every message of the stream</a>.
      </p>
    </section>
  );
}
