import { fireEvent, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ADMIN } from "../../../machines/domain/group.ts";
import { groupPath } from "../../../src/screens/group/place.ts";
import { aGroup, aMember, aWorld, ME, TEAM, type World } from "../../fakes/world.ts";
import { openPage, type Page, press } from "../shell/stage.tsx";

/** A BMP that claims 400 million pixels. */
const BOMB = new File(
  [Uint8Array.from([0x42, 0x4d, ...Array(16).fill(0), 0x20, 0x4e, 0, 0, 0x20, 0x4e, 0, 0])],
  "large.bmp",
  { type: "image/bmp" },
);
const PICTURE = new File(["a cat"], "cat.png", { type: "image/png" });

beforeEach(() => {
  let made = 0;
  vi.stubGlobal(
    "URL",
    class extends URL {
      static override createObjectURL = () => `blob:${made++}`;
      static override revokeObjectURL = () => {};
    },
  );
});

async function openAt(path: string, world: World = aWorld()): Promise<Page> {
  const page = await openPage({ world });
  await screen.findByRole("list", { name: "Chat list" });
  await page.does(() => page.ports.visit(path));
  return page;
}

async function choose({ does }: Page): Promise<HTMLImageElement> {
  const input = document.querySelector("input[type=file][accept='image/*']");
  await does(() => void (input && fireEvent.change(input, { target: { files: [PICTURE] } })));
  const dialog = await screen.findByRole("dialog", { name: "Move and zoom" });
  const image = dialog.querySelector("img");
  if (!image) throw new Error("no picture to move");
  return image;
}

async function load({ does }: Page, image: HTMLImageElement, width: number, height: number) {
  Object.defineProperties(image, { naturalWidth: { value: width }, naturalHeight: { value: height } });
  await does(() => void fireEvent.load(image));
}

const ADMINISTERED = () =>
  aWorld({
    groups: [aGroup()],
    members: [aMember({ userID: ME, roleLevel: ADMIN }), aMember({ userID: "owner", roleLevel: 100 })],
  });

describe("a picture of a person or a group", () => {
  it("2-64 of the user is cropped where it was placed, uploaded, and sent to the chat server", async () => {
    const page = await openAt("/selfInfoDetails");
    const image = await choose(page);
    const use = screen.getByRole<HTMLButtonElement>("button", { name: "Use this picture" });
    expect(use.disabled).toBe(true);
    await load(page, image, 400, 200);
    await page.does(() => void fireEvent.keyDown(screen.getByRole("application"), { key: "ArrowRight" }));
    await press("button", "Use this picture");
    expect(page.ports.sent("files.cut")).toEqual([
      { picture: PICTURE, square: { left: 90, top: 0, side: 200 } },
    ]);
    expect(page.ports.sent("im.uploadPicture")).toEqual([{ picture: PICTURE }]);
    expect(page.ports.sent("account.updateProfile")).toEqual([
      { userID: ME, change: { kind: "faceURL", faceURL: "https://im.example/portrait.jpg" } },
    ]);
  });

  it("2-64 that is read slowly does not replace one that was chosen after it", async () => {
    const page = await openAt("/selfInfoDetails");
    const slow = new File([BOMB], "slow.bmp", { type: "image/bmp" });
    const bytes = await BOMB.arrayBuffer();
    let readSlow = () => {};
    const read = new Promise<ArrayBuffer>((resolve) => {
      readSlow = () => resolve(bytes);
    });
    slow.arrayBuffer = () => read;
    const input = document.querySelector("input[type=file][accept='image/*']");
    await page.does(() => void (input && fireEvent.change(input, { target: { files: [slow] } })));
    await load(page, await choose(page), 400, 200);
    await page.does(() => readSlow());
    await press("button", "Use this picture");
    expect(page.ports.sent("files.cut")).toMatchObject([{ picture: PICTURE }]);
  });

  it("2-64 with too many pixels is refused with a message and not shown", async () => {
    const page = await openAt("/selfInfoDetails");
    const input = document.querySelector("input[type=file][accept='image/*']");
    await page.does(() => void (input && fireEvent.change(input, { target: { files: [BOMB] } })));
    const dialog = await screen.findByRole("dialog", { name: "Move and zoom" });
    expect(dialog.textContent).toContain("This picture is too large");
    expect(dialog.querySelector("img")).toBeNull();
  });

  it("6-02 of a group can be changed by an admin", async () => {
    const page = await openAt(groupPath("groupSetting", TEAM), ADMINISTERED());
    await screen.findByRole("button", { name: "Group picture" });
    await load(page, await choose(page), 100, 300);
    await press("button", "Use this picture");
    expect(page.ports.sent("im.changeGroup")).toEqual([
      { groupID: TEAM, change: { kind: "faceURL", faceURL: "https://im.example/portrait.jpg" } },
    ]);
  });

  it("6-02 of a group cannot be changed by a member", async () => {
    await openAt(groupPath("groupSetting", TEAM));
    await screen.findByRole("button", { name: /My name in this group/ });
    expect(screen.queryByRole("button", { name: "Group picture" })).toBeNull();
  });

  it("8-25 that could not be uploaded shows why, and can be chosen again", async () => {
    const page = await openAt("/selfInfoDetails");
    page.ports.hold("im.uploadPicture");
    await load(page, await choose(page), 400, 200);
    await press("button", "Use this picture");
    const row = () => screen.getByRole("button", { name: /^Picture/ });
    expect(row().getAttribute("aria-busy")).toBe("true");
    await page.does(() => page.ports.reject("im.uploadPicture", "network"));
    await screen.findByText("No connection, please try again");
    expect(row().getAttribute("aria-busy")).toBeNull();
    expect(page.ports.sent("account.updateProfile")).toEqual([]);
    await load(page, await choose(page), 400, 200);
    await press("button", "Use this picture");
    await page.does(() => page.ports.resolve("im.uploadPicture", "https://im.example/portrait.jpg"));
    expect(page.ports.sent("account.updateProfile")).toHaveLength(1);
  });

  it("10-06 that cannot be shown leaves the focus in the sheet, on the button that closes it", async () => {
    const page = await openAt("/selfInfoDetails");
    const image = await choose(page);
    await page.does(() => screen.getByRole("application").focus());
    await page.does(() => void fireEvent.error(image));
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Cancel" }));
    await press("button", "Cancel");
    expect(screen.queryByRole("dialog", { name: "Move and zoom" })).toBeNull();
  });

  it("that cannot be shown is refused with a message, and another one can follow", async () => {
    const page = await openAt("/selfInfoDetails");
    const image = await choose(page);
    await page.does(() => void fireEvent.error(image));
    expect(screen.getByRole("alert").textContent).toMatch(/^This picture can't be opened/);
    expect(screen.queryByRole("button", { name: "Use this picture" })).toBeNull();
    await page.does(() => page.ports.browserBack());
    expect(screen.queryByRole("dialog", { name: "Move and zoom" })).toBeNull();
    await load(page, await choose(page), 400, 200);
    await press("button", "Use this picture");
    expect(page.ports.sent("im.uploadPicture")).toEqual([{ picture: PICTURE }]);
  });
});
