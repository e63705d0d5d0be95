import type { IncomingMessage, ServerResponse } from "node:http";
import { drawLandscape } from "./landscapes.ts";
import { drawPortrait } from "./portraits.ts";

/** Mount of the demo pictures. URLs are stored root-relative, so they load from the client's origin. */
export const demoPicturePath = "/object/demo/";

export const photoSize = { width: 960, height: 640 };

const draw: Record<string, () => string> = {
  alice: () =>
    drawPortrait({
      background: ["#ffb88c", "#de6262"],
      skin: "#f6d0b1",
      hair: "#5b3a29",
      hairCut: "long",
      clothes: "#fdf3e7",
    }),
  bob: () =>
    drawPortrait({
      background: ["#7ec8e3", "#2f6fb2"],
      skin: "#e8b98f",
      hair: "#22252b",
      hairCut: "short",
      clothes: "#f4c95d",
      glasses: true,
    }),
  carol: () =>
    drawPortrait({
      background: ["#b8e0a8", "#4f9d69"],
      skin: "#f2c7a1",
      hair: "#2e2230",
      hairCut: "bun",
      clothes: "#e76f8a",
    }),
  lilei: () =>
    drawPortrait({
      background: ["#c9b6f2", "#6a5acd"],
      skin: "#efc39a",
      hair: "#1f1f24",
      hairCut: "curly",
      clothes: "#3d405b",
    }),
  hanmeimei: () =>
    drawPortrait({
      background: ["#ffe29a", "#f0a04b"],
      skin: "#f8d6b8",
      hair: "#2b1d1a",
      hairCut: "bob",
      clothes: "#2a9d8f",
    }),
  hikers: () =>
    drawLandscape({
      width: 240,
      height: 240,
      sky: ["#8fd3f4", "#e0f7ef"],
      sun: { x: 0.72, y: 0.27, radius: 0.11, colour: "#ffd166" },
      ridges: [
        { colour: "#9cc5c9", height: 0.52, roughness: 1, seed: 1.2 },
        { colour: "#5e9c8f", height: 0.36, roughness: 0.8, seed: 3.4 },
        { colour: "#2f6f5e", height: 0.18, roughness: 0.5, seed: 5.1 },
      ],
    }),
  lake: () =>
    drawLandscape({
      ...photoSize,
      sky: ["#6fb1e8", "#f8e9d2"],
      sun: { x: 0.24, y: 0.3, radius: 0.07, colour: "#fff3c4" },
      ridges: [
        { colour: "#a7bfd6", height: 0.52, roughness: 1, seed: 0.4 },
        { colour: "#6f93a8", height: 0.4, roughness: 0.9, seed: 2.2 },
        { colour: "#3f6b5c", height: 0.28, roughness: 0.6, seed: 4.6 },
      ],
      water: "#5b8fb0",
    }),
  sunrise: () =>
    drawLandscape({
      ...photoSize,
      sky: ["#41305f", "#ff9e6d"],
      sun: { x: 0.62, y: 0.52, radius: 0.1, colour: "#ffe3a3" },
      ridges: [
        { colour: "#8c4a6b", height: 0.42, roughness: 1, seed: 2.8 },
        { colour: "#5a2f55", height: 0.3, roughness: 0.8, seed: 0.9 },
        { colour: "#2b1b3a", height: 0.16, roughness: 0.7, seed: 6.3 },
      ],
    }),
};

const drawn = new Map<string, Buffer>();

export function demoPicture(name: string): Buffer | undefined {
  const known = drawn.get(name);
  if (known !== undefined) return known;
  const picture = Object.hasOwn(draw, name) ? draw[name]?.() : undefined;
  if (picture === undefined) return undefined;
  const bytes = Buffer.from(picture);
  drawn.set(name, bytes);
  return bytes;
}

/**
 * Answers GET and HEAD of `/object/demo/<name>.svg`, other methods with 405. Returns false for every other path,
 * because a user may be called "demo".
 */
export function answerDemoPicture(request: IncomingMessage, response: ServerResponse): boolean {
  const path = (request.url ?? "").split("?", 1)[0] ?? "";
  if (!path.startsWith(demoPicturePath)) return false;
  const file = path.slice(demoPicturePath.length);
  const picture = file.endsWith(".svg") ? demoPicture(file.slice(0, -".svg".length)) : undefined;
  if (picture === undefined) return false;
  if (request.method !== "GET" && request.method !== "HEAD") {
    response.writeHead(405, { Allow: "GET, HEAD" }).end();
    return true;
  }
  response.writeHead(200, {
    "Content-Type": "image/svg+xml",
    "Content-Length": picture.length,
    "Cache-Control": "public, max-age=86400",
    "Access-Control-Allow-Origin": "*",
    "Cross-Origin-Resource-Policy": "cross-origin",
    // An SVG opened directly is a document: allow drawing only.
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "X-Content-Type-Options": "nosniff",
  });
  response.end(request.method === "HEAD" ? undefined : picture);
  return true;
}
