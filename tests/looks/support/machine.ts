import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import * as v from "valibot";
import type { TestProject } from "vitest/node";
import { launch } from "../../e2e/support/people.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** How this machine differs from the machine of the kept pictures; empty if it does not. */
    otherMachine: string;
  }
}

const Machine = v.object({ chromium: v.string(), fonts: v.string() });
type Machine = v.InferOutput<typeof Machine>;

/**
 * Says how the browser and the fonts differ from those of the kept pictures, or writes what they are when the pictures
 * are updated.
 *
 * @param madeWith the file with the machine of the pictures
 */
export async function provideMachine({ provide, config }: TestProject, madeWith: string): Promise<void> {
  const machine = await readMachine();
  if (config.env.LOOKS === "update") {
    mkdirSync(dirname(madeWith), { recursive: true });
    writeFileSync(madeWith, `${JSON.stringify(machine, null, 2)}\n`);
  }
  const notes = existsSync(madeWith)
    ? compare(v.parse(Machine, JSON.parse(readFileSync(madeWith, "utf8"))), machine)
    : [];
  if (notes.length > 0) console.warn(`\n${notes.join("\n")}\n`);
  provide("otherMachine", notes.join("\n"));
}

function compare(kept: Machine, here: Machine): string[] {
  const other = "The screens can differ from the kept pictures without an error in Parley.";
  return [
    ...(kept.chromium === here.chromium
      ? []
      : [
          `The kept pictures are from Chromium ${kept.chromium}. This Chromium is ${here.chromium}. ${other}`,
        ]),
    ...(kept.fonts === here.fonts
      ? []
      : [
          `This machine draws text with other fonts than the kept pictures show. ${other} ` +
            "They need fonts-liberation and fonts-noto-cjk of Debian.",
        ]),
  ];
}

/** The browser's version, and a short hash of words as it draws them. */
async function readMachine(): Promise<Machine> {
  const browser = await launch();
  const page = await browser.newPage();
  const fonts = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(400, 120);
    const pen = canvas.getContext("2d");
    if (!pen) return "";
    for (const [row, weight] of ["400", "600"].entries()) {
      pen.font = `${weight} 17px -apple-system, Arial, "Noto Sans SC", "Noto Sans CJK SC", sans-serif`;
      pen.fillText("Parley 0123456789 gjpqy", 4, 24 + row * 60);
      pen.fillText("消息 通讯录 登录", 4, 52 + row * 60);
    }
    const { data } = pen.getImageData(0, 0, 400, 120);
    // The hash of crypto.subtle needs a secure context.
    return [...data].reduce((hash, byte) => Math.imul(hash ^ byte, 16777619) >>> 0, 2166136261).toString(16);
  });
  const chromium = browser.version();
  await browser.close();
  return { chromium, fonts };
}
