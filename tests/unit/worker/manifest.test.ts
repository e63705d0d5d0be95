import { readFileSync } from "node:fs";
import { array, object, optional, parse, picklist, string } from "valibot";
import { describe, expect, it } from "vitest";
import { placeOf, routeAt, SHARE_PATH } from "../../../machines/domain/route.ts";

const picture = object({
  src: string(),
  sizes: string(),
  type: string(),
  purpose: optional(string()),
  label: optional(string()),
});
const manifest = parse(
  object({
    icons: array(picture),
    screenshots: array(object({ ...picture.entries, form_factor: picklist(["narrow", "wide"]) })),
    shortcuts: array(object({ name: string(), url: string(), icons: array(picture) })),
    share_target: object({
      action: string(),
      method: string(),
      enctype: string(),
      params: object({
        title: string(),
        text: string(),
        url: string(),
        files: array(object({ name: string(), accept: array(string()) })),
      }),
    }),
    theme_color: string(),
    background_color: string(),
  }),
  JSON.parse(readFileSync("public/manifest.webmanifest", "utf8")),
);
const page = readFileSync("index.html", "utf8");

/** Width and height of a PNG file, or of an extended WebP file. */
function sizeOf(file: Buffer): string {
  if (file.toString("latin1", 1, 4) === "PNG") return `${file.readUInt32BE(16)}x${file.readUInt32BE(20)}`;
  if (file.toString("latin1", 8, 16) === "WEBPVP8X")
    return `${file.readUIntLE(24, 3) + 1}x${file.readUIntLE(27, 3) + 1}`;
  throw new Error("an unknown kind of picture");
}

describe("the web manifest", () => {
  const pictures = [
    ...manifest.icons,
    ...manifest.screenshots,
    ...manifest.shortcuts.flatMap((one) => one.icons),
  ];

  it.each(pictures.filter(({ sizes }) => sizes !== "any").map(({ src, sizes }) => [src, sizes]))(
    "11-20 %s measures %s and is small",
    (src, sizes) => {
      const file = readFileSync(`public${src}`);
      expect(sizeOf(file)).toBe(sizes);
      expect(file.length).toBeLessThan(80 * 1024);
    },
  );

  it("11-20 has screenshots of a phone and of a wide window", () => {
    const factors = manifest.screenshots.map(({ form_factor }) => form_factor);
    expect(new Set(factors)).toEqual(new Set(["narrow", "wide"]));
  });

  it("11-20 has icons that a system may cut to its own shape, and others", () => {
    for (const purpose of ["maskable", undefined])
      expect(manifest.icons.filter((icon) => icon.purpose === purpose).map(({ sizes }) => sizes)).toEqual(
        expect.arrayContaining(["192x192", "512x512"]),
      );
  });

  it("11-20 has shortcuts to routes", () => {
    expect(manifest.shortcuts.map(({ url }) => routeAt(placeOf(url).path))).toEqual(["meeting", "scan"]);
  });

  it("11-57 takes shares as the service worker does", () => {
    const { action, method, enctype, params } = manifest.share_target;
    expect([action, method, enctype]).toEqual([SHARE_PATH, "POST", "multipart/form-data"]);
    expect(params).toMatchObject({ title: "title", text: "text", url: "url", files: [{ name: "files" }] });
    expect(params.files[0]?.accept).toContain("image/*");
  });

  it("11-20 has the colour of the document", () => {
    expect(manifest.theme_color).toBe("#ffffff");
    expect(manifest.background_color).toBe("#ffffff");
    expect(page).toContain('media="(prefers-color-scheme: light)" content="#ffffff"');
    expect(page).toContain('<link rel="manifest" href="/manifest.webmanifest" />');
  });
});
