import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import encodeQR from "qr";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { credentialsOf } from "./support/foreign-client.ts";
import { back, launch, people, signedIn } from "./support/people.ts";
import { type Product, startProduct } from "./support/product.ts";

const folder = mkdtempSync(join(tmpdir(), "parley-scan-"));

describe("2-98 scanning", () => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct();
  });
  afterAll(async () => {
    await product?.close();
    rmSync(folder, { recursive: true });
  });

  it("a code opens its user's card, from the camera and from a picture", async () => {
    const { userID } = await credentialsOf(product.origin, people.bob);
    const film = join(folder, "code.y4m");
    writeFileSync(film, filmOf(`io.openim.app/addFriend/${userID}`));
    const browser = await launch([
      "--use-fake-ui-for-media-stream",
      "--use-fake-device-for-media-stream",
      `--use-file-for-fake-video-capture=${film}`,
    ]);
    try {
      const page = await signedIn(browser, product.origin, people.alice);
      await page.getByRole("link", { name: "Workbench" }).click();
      await page.getByRole("button", { name: "My QR code" }).click();
      const saved = await page.getByRole("link", { name: "Save picture" }).getAttribute("href");
      await back(page);
      await page.getByRole("button", { name: "Scan a QR code" }).click();
      await page.getByRole("heading", { name: people.bob.name }).waitFor();
      expect(new URL(page.url()).searchParams.get("userID")).toBe(userID);

      // The other phone has no camera, and Alice's code as a picture.
      const other = await signedIn(browser, product.origin, people.carol);
      await other.evaluate(() => Object.defineProperty(navigator, "mediaDevices", { value: undefined }));
      await other.getByRole("link", { name: "Workbench" }).click();
      await other.getByRole("button", { name: "Scan a QR code" }).click();
      await other.getByText("No camera found").waitFor();
      await other.getByLabel("Choose a picture").setInputFiles({
        name: "code.gif",
        mimeType: "image/gif",
        buffer: Buffer.from(saved?.split(",")[1] ?? "", "base64"),
      });
      await other.getByRole("heading", { name: people.alice.name }).waitFor();
    } finally {
      await browser.close();
    }
  });
});

/** A still code as an uncompressed 640x480 film, which a browser uses as its camera. */
function filmOf(text: string): Buffer {
  const [width, height] = [640, 480];
  const modules = encodeQR(text, "raw");
  const size = Math.floor(height / modules.length);
  const luma = Buffer.alloc(width * height, 235);
  for (const [y, row] of modules.entries())
    for (const [x, isDark] of row.entries())
      if (isDark)
        for (let line = 0; line < size; line += 1)
          luma.fill(
            16,
            (y * size + line) * width + 80 + x * size,
            (y * size + line) * width + 80 + (x + 1) * size,
          );
  const chroma = Buffer.alloc((width * height) / 2, 128);
  const frame = Buffer.concat([Buffer.from("FRAME\n"), luma, chroma]);
  return Buffer.concat([
    Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`),
    frame,
    frame,
  ]);
}
