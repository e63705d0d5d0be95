import { screen } from "@testing-library/react";
import encodeQR from "qr";
import { describe, expect, it } from "vitest";
import { aGroup, aWorld, ME, TEAM } from "../../fakes/world.ts";
import { openPage, press } from "../shell/stage.tsx";

const world = () => aWorld({ groups: [aGroup()] });

async function picturesOf(name: string): Promise<string[]> {
  const shown = await screen.findByRole<HTMLImageElement>("img", { name: `QR code of ${name}` });
  const saved = screen.getByRole<HTMLAnchorElement>("link", { name: "Save picture" });
  expect(saved.download).toMatch(/\.gif$/);
  return [shown.src, saved.href];
}

describe("QR codes on screen", () => {
  it("2-22 2-24 the user's own is on the workbench, and can be saved", async () => {
    await openPage({ world: world() });
    await press("link", "Workbench");
    await press("button", "My QR code");
    const code = encodeQR(`io.openim.app/addFriend/${ME}`, "data-url", { scale: 12, ecc: "medium" });
    expect(await picturesOf("Mia")).toEqual([code, code]);
  });

  it("2-50 a group's is shown to its members", async () => {
    await openPage({
      world: world(),
      path: `/qrCode?groupID=${TEAM}`,
      answers: { "im.loginStatus": () => "loggedIn" },
    });
    const code = encodeQR(`io.openim.app/joinGroup/${TEAM}`, "data-url", { scale: 12, ecc: "medium" });
    expect(await picturesOf("Team")).toEqual([code, code]);
  });

  it("2-50 2-78 a group's is not shown to others", async () => {
    await openPage({
      world: world(),
      path: "/qrCode?groupID=%22",
      answers: { "im.loginStatus": () => "loggedIn" },
    });
    expect(await screen.findByText("You're not in this group")).toBeTruthy();
    expect(screen.queryByRole("link", { name: "Save picture" })).toBeNull();
  });
});
