/**
 * A soak as a chart: memory and open handles over time, in one SVG.
 *
 * @module
 */
import type { SoakRow } from "./soak_row.ts";

const MB = 1024 ** 2;
const WIDTH = 720;
const HEIGHT = 240;
const MARGIN = { left: 56, right: 16, top: 28, bottom: 24 };

interface Line {
  readonly name: string;
  readonly color: string;
  readonly value: (row: SoakRow) => number;
}

const PANELS: ReadonlyArray<ReadonlyArray<Line>> = [
  [
    { name: "resident MB", color: "#b5482a", value: ({ resident }) => resident / MB },
    { name: "heap MB", color: "#2a6fb5", value: ({ heap }) => heap / MB },
  ],
  [
    { name: "handles", color: "#3c7a3c", value: ({ handles }) => handles },
    { name: "requests/s", color: "#777777", value: ({ requestsPerSec }) => requestsPerSec },
  ],
];

/** Draws the chart; the line in the middle is where the second half begins. */
export function chartOf(rows: ReadonlyArray<SoakRow>): string {
  const panels = PANELS.map((lines, at) =>
    `<g transform="translate(0 ${at * HEIGHT})">${panelOf(lines, rows)}</g>`
  );
  const height = HEIGHT * PANELS.length;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" ` +
    `font-family="sans-serif" font-size="11">` +
    `<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>${panels.join("")}</svg>\n`;
}

function panelOf(lines: ReadonlyArray<Line>, rows: ReadonlyArray<SoakRow>): string {
  const values = lines.flatMap(({ value }) => rows.map(value)).filter((v) => !Number.isNaN(v));
  const top = Math.max(1, ...values) * 1.05;
  const end = Math.max(1, rows.at(-1)?.atMs ?? 0);
  const x = (atMs: number) =>
    fixed(MARGIN.left + atMs / end * (WIDTH - MARGIN.left - MARGIN.right));
  const y = (value: number) =>
    fixed(HEIGHT - MARGIN.bottom - value / top * (HEIGHT - MARGIN.top - MARGIN.bottom));
  const grid = [0, 0.25, 0.5, 0.75, 1].map((part) => {
    const at = y(part * top);
    return `<path d="M${x(0)} ${at}H${x(end)}" stroke="#dddddd"/>` +
      `<text x="${MARGIN.left - 6}" y="${at}" text-anchor="end">${Math.round(part * top)}</text>`;
  });
  const half = rows[rows.length >> 1]?.atMs ?? 0;
  const drawn = lines.map(({ name, color, value }, at) => {
    const points = rows.filter((row) => !Number.isNaN(value(row)))
      .map((row) => `${x(row.atMs)},${y(value(row))}`);
    return `<polyline points="${points.join(" ")}" fill="none" stroke="${color}"/>` +
      `<text x="${MARGIN.left + at * 110}" y="16" fill="${color}">${name}</text>`;
  });
  const minutes = `<text x="${x(end)}" y="${HEIGHT - 8}" text-anchor="end">` +
    `${(end / 60_000).toFixed(1)} minutes</text>`;
  const middle = `<path d="M${x(half)} ${y(0)}V${y(top)}" stroke="#999999" stroke-dasharray="4"/>`;
  return grid.join("") + middle + drawn.join("") + minutes;
}

function fixed(value: number): string {
  return value.toFixed(1);
}
