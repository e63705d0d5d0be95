import { describe, expect, it } from "vitest";
import {
  belongsTo,
  cacheOf,
  isFile,
  isOurs,
  keptCaches,
  SHARES,
  type Source,
  sourceOf,
} from "../../../src/worker/rules.ts";
import { releaseOf } from "../../../tools/worker.ts";

const origin = "https://parley.example";

describe("the service worker", () => {
  const page = { method: "GET", mode: "navigate" };
  const part = { method: "GET", mode: "cors" };
  type Case = readonly [
    address: string,
    request: { method: string; mode: string; sender?: string },
    from: Source,
  ];
  const SHARE_CASES: readonly Case[] = [
    ["/share?shareID=1", page, "page"],
    ["/share", { method: "POST", mode: "navigate" }, "share"],
    ["/share", { method: "POST", mode: "navigate", sender: "null" }, "share"],
    ["/share", { method: "POST", mode: "navigate", sender: origin }, "share"],
    // A form of another site does not replace what the user shared.
    ["/share", { method: "POST", mode: "navigate", sender: "https://elsewhere.example" }, "server"],
    ["/share", { method: "POST", mode: "navigate", sender: "https://parley.example:8443" }, "server"],
    ["/share", { method: "POST", mode: "navigate", sender: "http://parley.example" }, "server"],
    // A script of the page does not share.
    ["/share", { method: "POST", mode: "cors" }, "server"],
    ["/share/more", { method: "POST", mode: "navigate" }, "server"],
    ["https://elsewhere.example/share", { method: "POST", mode: "navigate" }, "server"],
  ];
  const CASES: readonly Case[] = [
    ["/", page, "page"],
    ["/?profile=b&inspect", page, "page"],
    ["/conversation", page, "page"],
    // `/chat` is a chat in the app, `/chat/` the chat server.
    ["/chat?conversationID=si_1.2_3", page, "page"],
    ["/meeting?roomID=1", page, "page"],
    ["/no-such-place", page, "page"],
    ["/duo", page, "server"],
    ["/duo/", page, "server"],
    ["/inspector", page, "server"],
    ["/duo.html", page, "server"],
    ["/icon.svg", page, "server"],
    ["/object/user/picture", page, "server"],
    ["/chat/account/login", page, "server"],
    ["/assets/first-B1.js", page, "server"],
    ["/", { method: "POST", mode: "navigate" }, "server"],

    ["/assets/first-B1.js", part, "file"],
    ["/assets/first-B1.css", { method: "GET", mode: "no-cors" }, "file"],
    ["/assets/MessageLog.module-B_1-.js", part, "file"],
    ["/assets/openIM-ahG-rXao.wasm", part, "server"],
    ["/assets/first-B1.js.map", part, "server"],
    ["/assets/deeper/first.js", part, "server"],
    ["/worker.js", part, "server"],
    ["/worker-off.js", part, "server"],
    ["/manifest.webmanifest", part, "server"],
    ["/icon.svg", { method: "GET", mode: "no-cors" }, "file"],
    ["/icons/icon-192.png", { method: "GET", mode: "no-cors" }, "server"],
    // The page compares its release with the server's.
    ["/", part, "server"],
    ["/api/user/get_users_info", { method: "POST", mode: "cors" }, "server"],
    ["/api/user/get_users_info", part, "server"],
    ["/chat/user/find/full", part, "server"],
    ["/object/user/picture.js", { method: "GET", mode: "no-cors" }, "server"],
    ["/demo/people", part, "server"],
    ["/rtc/validate", part, "server"],
    ["/msg_gateway", part, "server"],
    ["https://elsewhere.example/assets/first-B1.js", part, "server"],
    ["https://elsewhere.example/", page, "server"],
    ["https://parley.example:8443/assets/first-B1.js", part, "server"],
  ];

  const source = ([address, request]: Case) =>
    sourceOf({ sender: null, ...request, url: new URL(address, origin).href, origin });

  it.each(CASES)("11-20 %s (%o) comes from: %s", (...one) => expect(source(one)).toBe(one[2]));

  it.each(SHARE_CASES)("11-57 %s (%o) comes from: %s", (...one) => expect(source(one)).toBe(one[2]));

  it("11-20 stores the document only with the scripts that it names", () => {
    const release = { version: "1", files: ["/assets/first-B1.js", "/assets/first-B1.css"] };
    const html = (script: string) =>
      `<link rel="stylesheet" href="/assets/first-B1.css"><script src="${script}"></script>`;
    expect(belongsTo(release, html("/assets/first-B1.js"))).toBe(true);
    expect(belongsTo(release, html("/assets/first-B2.js"))).toBe(false);
    expect(belongsTo(release, '<script src="/assets/first-B1.js"></script>')).toBe(true);
    expect(belongsTo(release, "<p>Maintenance</p>")).toBe(false);
  });

  it.each([
    ["/assets/first-B1.js", "text/javascript", true],
    ["/assets/first-B1.js", "text/html; charset=utf-8", false],
    ["/assets/first-B1.js", null, false],
    ["/assets/first-B1.css", "text/css", true],
    ["/assets/first-B1.css", "text/html", false],
    ["/icon.svg", "image/svg+xml", true],
    ["/icon.svg", "text/html", false],
    ["/", "text/html", true],
    ["/", "text/plain", false],
  ])("11-20 %s as %s is what its path says: %s", (path, type, isRight) => {
    expect(isFile(path, type)).toBe(isRight);
  });

  it.each([
    ["a first release", ["r1"], [], ["r1"]],
    ["the release before it, which tabs may still show", ["r1", "r2"], ["r1"], ["r1", "r2"]],
    ["no release before that", ["r1", "r2", "r3"], ["r1", "r2"], ["r2", "r3"]],
    ["no release that never took over", ["r1", "r2", "r3"], ["r1"], ["r1", "r3"]],
    ["its own once, if it was in use before", ["r1", "r2"], ["r1", "r2"], ["r1", "r2"]],
  ])("11-20 a release that takes over keeps %s", (_, caches, used, kept) => {
    expect(keptCaches(caches.at(-1) ?? "", caches, used)).toEqual(kept);
  });

  it("11-20 knows its own caches", () => {
    expect(isOurs(cacheOf({ version: "1" }))).toBe(true);
    expect(isOurs("livekit")).toBe(false);
    // A share belongs to no release: a new release does not drop it.
    expect(isOurs(SHARES)).toBe(false);
  });

  it("11-20 lists scripts and styles, without those for few users, and changes with each of them and the document", () => {
    const names = ["index.html", "assets/first-B1.js", "assets/first-B1.css", "assets/sql-B1.wasm"];
    const rare = ["assets/livekit-B1.js", "assets/first-B1.js.map", "worker.js", "icon.svg"];
    const release = releaseOf([...names, ...rare], "<p>1</p>", ["livekit"]);
    expect(release.files).toEqual(["/assets/first-B1.css", "/assets/first-B1.js"]);
    expect(releaseOf(names, "<p>1</p>", []).version).toBe(release.version);
    expect(releaseOf(names, "<p>2</p>", []).version).not.toBe(release.version);
    expect(releaseOf([...names, "assets/new-B1.js"], "<p>1</p>", []).version).not.toBe(release.version);
  });
});
