/** The pictures of a call in a small window, with a fake `documentPictureInPicture`: a frame replaces the window. */
import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { aRoomMember } from "../../fakes/signals.ts";
import { aWorld, ME } from "../../fakes/world.ts";
import { inMeeting } from "../meeting/stage.tsx";
import { type Page, press } from "../shell/stage.tsx";
import { resizeTo } from "../window-size.ts";
import { dialog, talking } from "./stage.tsx";

const TO_WINDOW = "Move the videos to a small window";

let frame: HTMLIFrameElement;
const small = () => {
  const { contentWindow } = frame;
  if (!contentWindow) throw new Error("The frame has no window");
  return contentWindow;
};
const videos = (root: ParentNode) =>
  [...root.querySelectorAll("video")].map(({ dataset }) => dataset.shows).sort();

function offer(request: () => Promise<Window>): void {
  vi.stubGlobal("documentPictureInPicture", { requestWindow: request });
}

beforeEach(() => {
  resizeTo(1440, 900);
  frame = document.body.appendChild(document.createElement("iframe"));
  document.head.appendChild(document.createElement("style")).textContent = ".call { color: red }";
  Object.assign(small(), { close: vi.fn(() => fireEvent(small(), new Event("pagehide"))) });
  offer(() => Promise.resolve(small()));
});

afterEach(() => {
  frame.remove();
  for (const style of document.head.querySelectorAll("style")) style.remove();
});

describe.each<[string, () => Promise<Page>]>([
  ["two", () => talking("video", { camera: true })],
  ["a meeting", () => inMeeting({ world: aWorld() }, [aRoomMember({ camera: true })])],
])("the pictures of a call of %s", (_, start) => {
  it("11-48 move into a small window with the page's styles, and back", async () => {
    await start();
    expect(videos(dialog())).toContain("camera of 1000000002");
    await press("button", TO_WINDOW);
    expect(videos(dialog())).toEqual([]);
    expect(videos(small().document)).toContain("camera of 1000000002");
    expect(small().document.head.textContent).toContain(".call { color: red }");
    expect(within(dialog()).getByText("The videos are in a small window")).toBeTruthy();
    expect(screen.queryByRole("button", { name: TO_WINDOW })).toBeNull();
    await press("button", "Bring them back");
    expect(videos(small().document)).toEqual([]);
    expect(videos(dialog())).toContain("camera of 1000000002");
    expect(screen.getByRole("button", { name: TO_WINDOW })).toBeTruthy();
  });

  it("11-48 come back when the user closes the window", async () => {
    const page = await start();
    await press("button", TO_WINDOW);
    await page.does(() => fireEvent(small(), new Event("pagehide")));
    expect(videos(dialog())).toContain("camera of 1000000002");
  });

  it("11-48 close their window with the call", async () => {
    await start();
    await press("button", TO_WINDOW);
    await press("button", /^(Hang up|Leave)$/);
    expect(small().close).toHaveBeenCalled();
    expect(videos(small().document)).toEqual([]);
  });

  it("11-48 close their window when the call is minimised, and are in the page when it is opened again", async () => {
    const page = await start();
    await press("button", TO_WINDOW);
    await press("button", "Minimise");
    expect(small().close).toHaveBeenCalledTimes(1);
    expect(videos(small().document)).toEqual([]);
    // The page of a meeting has such a button too.
    await page.does(() =>
      screen
        .getAllByRole("button", { name: /^Return to (call|meeting)$/ })
        .at(-1)
        ?.click(),
    );
    expect(videos(dialog())).toContain("camera of 1000000002");
  });

  it("11-48 open one window for two quick presses", async () => {
    const answers: ((opened: Window) => void)[] = [];
    offer(() => new Promise((resolve) => answers.push(resolve)));
    const page = await start();
    await press("button", TO_WINDOW);
    await press("button", TO_WINDOW);
    expect(answers).toHaveLength(1);
    await page.does(() => answers[0]?.(small()));
    expect(videos(small().document)).toContain("camera of 1000000002");
    await press("button", "Bring them back");
    await press("button", TO_WINDOW);
    expect(answers).toHaveLength(2);
  });

  it("11-48 close a window that opens after the call was minimised", async () => {
    const answers: ((opened: Window) => void)[] = [];
    offer(() => new Promise((resolve) => answers.push(resolve)));
    const page = await start();
    await press("button", TO_WINDOW);
    await press("button", "Minimise");
    await page.does(() => answers[0]?.(small()));
    expect(small().close).toHaveBeenCalledTimes(1);
  });

  it("11-48 stay in the page if the browser refuses the window, and can be moved later", async () => {
    const answers = [
      () => Promise.reject(new DOMException("", "NotAllowedError")),
      () => Promise.resolve(small()),
    ];
    offer(() => answers.shift()?.() ?? Promise.reject(new Error("Too many windows")));
    await start();
    await press("button", TO_WINDOW);
    expect(videos(dialog())).toContain("camera of 1000000002");
    await press("button", TO_WINDOW);
    expect(videos(small().document)).toContain("camera of 1000000002");
  });

  it("11-48 stay in the page where the browser has no such window", async () => {
    Reflect.deleteProperty(window, "documentPictureInPicture");
    await start();
    expect(screen.queryByRole("button", { name: TO_WINDOW })).toBeNull();
  });

  it("11-48 stay in the page in a narrow window", async () => {
    resizeTo(899, 900);
    await start();
    expect(screen.queryByRole("button", { name: TO_WINDOW })).toBeNull();
  });
});

it("11-43 11-48 the host's menu of a person is in the page, and not in the small window", async () => {
  await inMeeting({ world: aWorld(), answers: { "media.roomInfo": () => ({ madeBy: ME }) } }, [
    aRoomMember(),
  ]);
  const more = (root: HTMLElement) => within(root).queryByRole("button", { name: "More about Anna" });
  expect(more(dialog())).not.toBeNull();
  await press("button", TO_WINDOW);
  expect(within(small().document.body).getByText("Anna")).toBeTruthy();
  expect(more(small().document.body)).toBeNull();
  await press("button", "People");
  expect(await screen.findByRole("button", { name: "More about Anna" })).toBeTruthy();
});

it("11-48 a small window without pictures shows the peer's name", async () => {
  const page = await talking("video", { camera: true });
  await press("button", TO_WINDOW);
  const body = () => within(small().document.body);
  expect(body().queryByText("Anna")).toBeNull();
  await page.does(() =>
    page.ports.emit.room({ type: "room.memberChanged", member: aRoomMember({ camera: false }) }),
  );
  expect(videos(small().document)).not.toContain("camera of 1000000002");
  expect(body().getByText("Anna")).toBeTruthy();
});
