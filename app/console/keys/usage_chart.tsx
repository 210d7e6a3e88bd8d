/**
 * The requests of a key in the last hour, as bars, with its limit as a line.
 *
 * @module
 */
import { type UsageHour, usageText } from "./usage_hour.ts";

const BAR_WIDTH = 4;
const WIDTH = 60 * BAR_WIDTH;
const HEIGHT = 48;
/** Above the bars: marks of refused requests, and the line of a limit that is just reached. */
const MARK_HEIGHT = 7;
/** Lower bars could not be seen. */
const BAR_HEIGHT_MIN = 1.5;

/** The chart, and the same in words. `limit`: requests a minute. */
export function UsageChart({ hour, limit }: {
  readonly hour: UsageHour;
  readonly limit: number | undefined;
}) {
  const top = Math.max(hour.busiest, limit ?? 1);
  const y = (requests: number) => HEIGHT - requests / top * (HEIGHT - MARK_HEIGHT);
  return (
    <figure class="usage">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        {hour.bars.map(({ requests, refused }, index) => (
          <g key={index} transform={`translate(${index * BAR_WIDTH})`}>
            {requests === 0 ? null : (
              <rect
                width={BAR_WIDTH - 1}
                y={Math.min(y(requests), HEIGHT - BAR_HEIGHT_MIN)}
                height={Math.max(HEIGHT - y(requests), BAR_HEIGHT_MIN)}
              />
            )}
            {refused === 0 ? null : <path d="M-0.5 0h4l-2 4z" />}
          </g>
        ))}
        {limit === undefined ? null : <path class="limit" d={`M0 ${y(limit)}h${WIDTH}`} />}
        <path d={`M0 ${HEIGHT}h${WIDTH}`} />
      </svg>
      <figcaption>
        {usageText(hour, limit)}
        {hour.refused === 0 ? null : <span class="soft">; ▾ a minute with refused ones</span>}
      </figcaption>
    </figure>
  );
}
