import { act, fireEvent, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Answers } from "../../fakes/calls.ts";
import { ANNA, aWorld, TEAM } from "../../fakes/world.ts";
import { openPage, press } from "../shell/stage.tsx";

async function openScan(answers: Answers = {}) {
  const page = await openPage({
    world: aWorld(),
    answers: { "im.loginStatus": () => "loggedIn", ...answers },
  });
  await page.does(() => page.ports.visit("/scan"));
  await screen.findByRole("heading", { name: "Scan a QR code" });
  return page;
}

async function choosePicture() {
  const field = await screen.findByLabelText("Choose a picture");
  await act(async () => void fireEvent.change(field, { target: { files: [new Blob(["a picture"])] } }));
}

describe("scanning", () => {
  it("2-98 the light of a camera with a light is switched on and off", async () => {
    const { ports, does } = await openScan();
    await does(() => ports.emit.scan({ type: "scanner.started", hasTorch: true }));
    await press("button", "Light on");
    await press("button", "Light off");
    expect(ports.wire.filter(({ call }) => call === "scanner.setTorch").map(({ input }) => input)).toEqual([
      true,
      false,
    ]);
  });

  it("2-98 a camera without a light offers none", async () => {
    const { ports, does } = await openScan();
    await does(() => ports.emit.scan({ type: "scanner.started", hasTorch: false }));
    expect(screen.getByText("Point the camera at a QR code")).toBeTruthy();
    expect(screen.queryByRole("button", { name: /^Light/ })).toBeNull();
  });

  it.each([
    [`io.openim.app/addFriend/${ANNA}`, "/userCard", `userID=${ANNA}`],
    [`io.openim.app/joinGroup/${TEAM}`, "/groupCard", `groupID=${TEAM}&isScan=true`],
  ])("2-98 the code %s leads to %s", async (text, path, search) => {
    const { ports, does } = await openScan();
    await does(() => ports.emit.scan({ type: "scanner.started", hasTorch: false }));
    await does(() => ports.emit.scan({ type: "scanner.read", text }));
    expect(ports.address.current).toEqual({ path, search });
  });

  it("2-98 another code says that it is not of Parley, and the camera goes on", async () => {
    const { ports, does } = await openScan();
    await does(() => ports.emit.scan({ type: "scanner.started", hasTorch: false }));
    await does(() => ports.emit.scan({ type: "scanner.read", text: "https://example.org/" }));
    expect(screen.getByRole("alert").textContent).toBe("Not a Parley QR code");
    expect(ports.address.current.path).toBe("/scan");
    expect(screen.getByText("Point the camera at a QR code")).toBeTruthy();
  });

  it("2-98 a picture of a code leads to its user", async () => {
    const { ports } = await openScan({ "scanner.readPicture": () => `io.openim.app/addFriend/${ANNA}` });
    await choosePicture();
    expect(ports.address.current).toEqual({ path: "/userCard", search: `userID=${ANNA}` });
  });

  it("2-98 a refused camera says how to allow it, and a picture can still be chosen", async () => {
    const { ports, does } = await openScan({ "scanner.readPicture": () => null });
    await does(() => ports.emit.scan({ type: "scanner.failed", cause: "denied" }));
    expect(screen.getByText("Parley can't use the camera")).toBeTruthy();
    expect(screen.getByText("Allow it in the browser, or choose a picture.")).toBeTruthy();
    await choosePicture();
    expect(screen.getByRole("alert").textContent).toBe("No QR code found in this picture");
    await press("button", "Retry");
    await does(() => ports.emit.scan({ type: "scanner.started", hasTorch: false }));
    expect(screen.getByText("Point the camera at a QR code")).toBeTruthy();
  });
});
