import { beforeEach, describe, expect, it, vi } from "vitest";
import { failureCode } from "../../../../machines/domain/failure.ts";
import { createChatServer } from "../../../../src/adapters/chat-server/chat-server.ts";
import { createMedia } from "../../../../src/adapters/livekit/media.ts";
import { createCredentials } from "../../../../src/adapters/storage/credentials.ts";
import { chatServerForEach, ok, refuse } from "../support/chat-server.ts";
import { fakeLiveKit } from "../support/fake-livekit.ts";
import { closedStorage, memoryStorage } from "../support/memory-storage.ts";

const server = chatServerForEach();
beforeEach(() => void vi.stubGlobal("navigator", {}));

function setUp(storage: Storage) {
  const credentials = createCredentials(storage, new EventTarget() as Window);
  const post = createChatServer(() => ({ chatUrl: `${server.origin}/chat` }));
  const fake = fakeLiveKit();
  return { fake, media: createMedia({ post, credentials, load: async () => fake.library }) };
}
const signedIn = () => memoryStorage({ IM_USERID: "u1", IM_TOKEN: "im-token", IM_CHAT_TOKEN: "chat-token" });
const granted = { serverUrl: "wss://media.test", token: "room-token" };
const request = { roomID: "r1", userID: "u1" };

it("7-09 4-66 requests access to the room with the user's id", async () => {
  server.answer = ok(granted);
  await setUp(signedIn()).media.requestAccess(request);
  expect(server.requests).toMatchObject([
    { method: "POST", path: "/chat/user/rtc/get_token", body: { room: "r1", identity: "u1" } },
  ]);
});

it.each([
  ["the chat token", signedIn, "chat-token"],
  ["the user token without a chat token", () => memoryStorage({ IM_TOKEN: "im-token" }), "im-token"],
  ["no token without stored credentials", memoryStorage, undefined],
  ["no token without storage", closedStorage, undefined],
])("0-02 7-10 sends %s", async (_, storage, token) => {
  server.answer = ok(granted);
  await setUp(storage()).media.requestAccess(request);
  expect(server.requests[0]?.headers.token).toBe(token);
});

it.each([
  ["ws://media.test", "ws://media.test"],
  ["wss://media.test", "wss://media.test"],
  ["http://media.test:7880", "ws://media.test:7880"],
  ["https://media.test", "wss://media.test"],
])("3-21 7-37 joins %s with the granted token", async (serverUrl, url) => {
  server.answer = ok({ ...granted, serverUrl });
  const { media, fake } = setUp(signedIn());
  await media.requestAccess(request);
  media.join({ roomID: "r1", isMany: false, isEncrypted: false }, () => {});
  await vi.waitFor(() => expect(fake.rooms).toHaveLength(1));
  expect(fake.room.connectedTo).toMatchObject({ url, token: "room-token" });
});

it.each([
  ["a server refusal", () => refuse(1501), "sessionEnded"],
  ["an answer without a token", () => ok({ serverUrl: "wss://media.test" }), "unknown"],
  ["an invalid URL", () => ok({ ...granted, serverUrl: "javascript:alert(1)" }), "unknown"],
  ["an empty answer", () => ok(null), "unknown"],
])("4-72 fails for %s", async (_, answer, code) => {
  server.answer = answer();
  expect(await setUp(signedIn()).media.requestAccess(request).catch(failureCode)).toBe(code);
});

describe("moderation by the creator of the room", () => {
  const mute = { roomID: "r1", userID: "u2", what: "mute" } as const;

  it("11-41 asks the chat server with the user's token", async () => {
    server.answer = ok(null);
    const { media } = setUp(signedIn());
    await media.moderate(mute);
    await media.moderate({ ...mute, what: "remove" });
    expect(server.requests).toMatchObject(
      ["mute", "remove"].map((action) => ({
        path: "/chat/user/rtc/moderate",
        headers: { token: "chat-token" },
        body: { room: "r1", identity: "u2", action },
      })),
    );
  });

  it.each([
    [{ madeBy: "u2" }, "u2"],
    [{ madeBy: null }, null],
    [{ madeBy: "" }, null],
    [{}, null],
  ])("11-41 reads the creator of the room from %j", async (data, madeBy) => {
    server.answer = ok(data);
    expect(await setUp(signedIn()).media.roomInfo({ roomID: "r1" })).toEqual({ madeBy });
    expect(server.requests).toMatchObject([
      { path: "/chat/user/rtc/room", headers: { token: "chat-token" }, body: { room: "r1" } },
    ]);
  });

  it.each([
    ["a chat server without the endpoints", { status: 404, body: "404 page not found" }, "unknown"],
    ["a status 403", { status: 403, body: "{}" }, "unknown"],
    ["a refusal", refuse(1002), "notAllowed"],
    ["a status 502", { status: 502, body: "" }, "timeout"],
  ])("11-41 fails for %s", async (_, answer, code) => {
    server.answer = answer;
    const { media } = setUp(signedIn());
    expect(await media.moderate(mute).catch(failureCode)).toBe(code);
    expect(await media.roomInfo({ roomID: "r1" }).catch(failureCode)).toBe(code);
  });

  it.each([[7], [{ id: "u2" }], [["u2"]]])("11-41 fails for a creator that is %j", async (madeBy) => {
    server.answer = ok({ madeBy });
    expect(await setUp(signedIn()).media.roomInfo({ roomID: "r1" }).catch(failureCode)).toBe("unknown");
  });
});

it("8-28 logs no token, whatever fails", async () => {
  server.answer = ok(granted);
  const { media, fake } = setUp(signedIn());
  await media.requestAccess(request);
  const heard: unknown[] = [];
  media.join({ roomID: "r1", isMany: false, isEncrypted: false }, (event) => heard.push(event));
  await vi.waitFor(() => expect(fake.rooms).toHaveLength(1));
  fake.room.refuse(new Error("wss://media.test/rtc?access_token=room-token"), 7);
  server.answer = { status: 500, body: "chat-token" };
  await media.requestAccess(request).catch(() => {});
  expect(heard).toEqual([{ type: "room.closed", cause: "lost" }]);
  expect(server.lines).not.toEqual([]);
  expect(server.lines.join()).not.toMatch(/room-token|chat-token|media\.test/);
});
