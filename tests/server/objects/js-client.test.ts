// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startBackend, type TestBackend } from "../support/backend.ts";
import { eventually } from "../support/eventually.ts";
import { connectGob } from "../support/gob-client.ts";
import { CbEvents, type JsClient, loggedIn } from "../support/js-client.ts";
import { type Bytes, bodyOf, mp4, noise, partBytes, png, webm } from "../support/uploads.ts";

let backend: TestBackend;
let alice: JsClient;
let bob: JsClient;

beforeEach(async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  backend = await startBackend(["alice", "bob"]);
  alice = await loggedIn(backend, "alice");
  bob = await loggedIn(backend, "bob");
});
afterEach(async () => {
  for (const client of [alice, bob]) await client.logout().catch(() => {});
  await backend.close();
});

const fileOf = (bytes: Bytes, name: string, type = "") => new File([bytes], name, { type });
const picture = (uuid: string) => ({
  uuid,
  type: "image/png",
  size: png.length,
  width: 1,
  height: 1,
  url: "",
});

type Message = Parameters<JsClient["sdk"]["sendMessage"]>[0]["message"];

async function deliver(message: Message): Promise<unknown> {
  await alice.sdk.sendMessage({ recvID: "bob", groupID: "", message });
  // Until both show the chat, their clients still have requests running.
  for (const client of [alice, bob]) await client.event(CbEvents.OnNewConversation);
  const [received] = (await bob.event(CbEvents.OnRecvNewMessages)) as unknown[];
  return received;
}

/** The content at an address inside a message. The server returns names unencoded. */
async function contentAt(message: unknown, key: string, name = ""): Promise<Buffer> {
  const url = new RegExp(`"${key}":"([^"]*)"`).exec(JSON.stringify(message))?.[1] ?? "";
  expect(url).toContain(`${backend.origin}/object/alice/`);
  return bodyOf(fetch(url.replace(name, () => encodeURIComponent(name))));
}

describe("the receiver opens", () => {
  it("a picture and its thumbnail", async () => {
    const { data: message } = await alice.sdk.createImageMessageByFile({
      sourcePicture: picture("p"),
      bigPicture: picture("p"),
      snapshotPicture: picture("p"),
      sourcePath: "",
      file: fileOf(png, "dot.png", "image/png"),
    });
    const received = await deliver(message);
    expect(received).toMatchObject({ contentType: 102, pictureElem: { sourcePicture: { width: 1 } } });
    expect(await contentAt(received, "url")).toEqual(png);
    const { snapshotPicture } = (received as Message).pictureElem ?? {};
    expect(snapshotPicture?.url).toContain("type=image");
    expect(await bodyOf(fetch(snapshotPicture?.url ?? ""))).toEqual(png);
  });

  it("a voice message", async () => {
    const { data: message } = await alice.sdk.createSoundMessageByFile({
      uuid: "s",
      soundPath: "",
      sourceUrl: "",
      dataSize: webm.length,
      duration: 2,
      file: fileOf(webm, "voice.webm", "audio/webm"),
    });
    const received = await deliver(message);
    expect(received).toMatchObject({ contentType: 103, soundElem: { duration: 2 } });
    expect((await contentAt(received, "sourceUrl")).equals(webm)).toBe(true);
  });

  it("a video and its snapshot", async () => {
    const { data: message } = await alice.sdk.createVideoMessageByFile({
      videoPath: "",
      duration: 4,
      videoType: "video/mp4",
      snapshotPath: "",
      videoUUID: "v",
      videoUrl: "",
      videoSize: mp4.length,
      snapshotUUID: "t",
      snapshotSize: png.length,
      snapshotUrl: "",
      snapshotWidth: 1,
      snapshotHeight: 1,
      videoFile: fileOf(mp4, "film.mp4", "video/mp4"),
      snapshotFile: fileOf(png, "still.png", "image/png"),
    });
    const received = await deliver(message);
    expect(received).toMatchObject({ contentType: 104, videoElem: { duration: 4 } });
    expect((await contentAt(received, "videoUrl")).equals(mp4)).toBe(true);
    expect(await contentAt(received, "snapshotUrl")).toEqual(png);
  });

  it("a file of several parts with unusual characters in its name", async () => {
    const bytes = noise(partBytes * 2 + 77);
    const name = "报告 100% #1?.bin";
    const { data: message } = await alice.sdk.createFileMessageByFile({
      filePath: "",
      fileName: name,
      uuid: "f",
      sourceUrl: "",
      fileSize: bytes.length,
      file: fileOf(bytes, name),
    });
    const received = await deliver(message);
    expect(received).toMatchObject({ contentType: 105, fileElem: { fileName: name } });
    expect((await contentAt(received, "sourceUrl", name)).equals(bytes)).toBe(true);
  });
});

it("two different files of one name keep their own content", async () => {
  const [one, two] = [noise(100, 1), noise(100, 2)];
  const first = (await alice.sdk.uploadFile({ file: fileOf(one, "image.jpg") })).data.url;
  const second = (await alice.sdk.uploadFile({ file: fileOf(two, "image.jpg") })).data.url;
  expect((await bodyOf(fetch(first))).equals(one)).toBe(true);
  expect((await bodyOf(fetch(second))).equals(two)).toBe(true);
  // The plain name, which every camera uses, leads to no content.
  expect((await fetch(`${backend.origin}/object/alice/image.jpg`)).status).toBe(404);
  // Known content under a known name gets the same address without an upload.
  expect((await alice.sdk.uploadFile({ file: fileOf(one, "image.jpg") })).data.url).toBe(first);
});

it("a picture loads if the receiver uses another host name", async () => {
  const { data: message } = await alice.sdk.createImageMessageByFile({
    sourcePicture: picture("p"),
    bigPicture: picture("p"),
    snapshotPicture: picture("p"),
    sourcePath: "",
    file: fileOf(png, "dot.png", "image/png"),
  });
  const elsewhere = backend.origin.replace("127.0.0.1", "localhost");
  const phone = await connectGob(elsewhere, {
    userID: "bob",
    token: backend.token("bob", 1),
    platformID: 1,
  });
  await deliver(message);
  await eventually(() => expect(phone.received()).toHaveLength(1));
  expect(JSON.parse(phone.received()[0]?.content ?? "{}")).toMatchObject({
    sourcePicture: { url: expect.stringMatching(new RegExp(`^${elsewhere}/object/alice/.*/dot\\.png$`)) },
    snapshotPicture: { url: expect.stringMatching(new RegExp(`^${elsewhere}/object/alice/.*/dot\\.png\\?`)) },
  });
  phone.close();
});
