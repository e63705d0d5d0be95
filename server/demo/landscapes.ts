export interface Landscape {
  width: number;
  height: number;
  sky: [top: string, bottom: string];
  /** Centre in fractions of width and height, radius in fractions of the height. */
  sun: { x: number; y: number; radius: number; colour: string };
  /** Ridges from farthest to nearest; `height` is a fraction of the picture's. */
  ridges: { colour: string; height: number; roughness: number; seed: number }[];
  /** Colour of the water in front of the ridges. */
  water?: string;
}

/** Returns an SVG landscape of layered ridges. The same input draws the same picture. */
export function drawLandscape({ width, height, sky, sun, ridges, water }: Landscape): string {
  const shore = Math.round(height * 0.82);
  const layers = ridges.map(
    (ridge) => `<path fill="${ridge.colour}" d="${ridgePath(width, height, ridge)}"/>`,
  );
  const lake =
    water === undefined
      ? ""
      : `<rect y="${shore}" width="${width}" height="${height - shore}" fill="${water}"/>
  <g stroke="#fff" stroke-width="${Math.max(1, height / 240)}" opacity=".35">${glints(width, height, shore)}</g>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
  <defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1">
    <stop offset="0" stop-color="${sky[0]}"/><stop offset=".8" stop-color="${sky[1]}"/>
  </linearGradient></defs>
  <rect width="${width}" height="${height}" fill="url(#s)"/>
  <circle cx="${Math.round(width * sun.x)}" cy="${Math.round(height * sun.y)}" r="${Math.round(height * sun.radius)}" fill="${sun.colour}"/>
  ${layers.join("\n  ")}
  ${lake}
</svg>`;
}

function ridgePath(
  width: number,
  height: number,
  ridge: { height: number; roughness: number; seed: number },
): string {
  const steps = 24;
  const points = Array.from({ length: steps + 1 }, (_, step) => {
    const x = step / steps;
    // Three waves with incommensurable lengths look natural.
    const wave =
      Math.sin(x * 5.1 + ridge.seed) * 0.5 +
      Math.sin(x * 11.7 + ridge.seed * 2.3) * 0.3 +
      Math.sin(x * 29.3 + ridge.seed * 4.1) * 0.2 * ridge.roughness;
    const y = height * (1 - ridge.height - wave * 0.12);
    return `${Math.round(x * width)} ${Math.round(y)}`;
  });
  return `M0 ${height}L${points.join("L")}L${width} ${height}z`;
}

function glints(width: number, height: number, shore: number): string {
  return Array.from({ length: 7 }, (_, row) => {
    const y = Math.round(shore + ((row + 0.7) / 7.5) * (height - shore));
    const x = Math.round(width * (0.5 + 0.3 * Math.sin(row * 2.4)));
    return `<path d="M${x - 30 - row * 8} ${y}h${60 + row * 16}"/>`;
  }).join("");
}
