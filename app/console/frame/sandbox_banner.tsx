/**
 * Says that nothing here is real, what time it is in the sandbox, and how fast it passes.
 *
 * @module
 */
import { isoOf, utcText } from "../part/time_text.ts";
import { service } from "../service/session.ts";
import { nowSec } from "../service/service_time.ts";

/** The banner; nothing in a live service. */
export function SandboxBanner() {
  const sandbox = service.value?.sandbox;
  if (!sandbox) return null;
  return (
    <aside class="sandbox" aria-label="Sandbox">
      <strong>Sandbox</strong> <span>prices and money are invented</span>
      <span>
        clock <Clock />
      </span>
      <span>speed {sandbox.speed}</span>
    </aside>
  );
}

/** Apart, so that only the digits change each second. */
function Clock() {
  const iso = isoOf(nowSec.value);
  return <time dateTime={iso}>{utcText(iso)} UTC</time>;
}
