import { describe, expect, it, vi } from "vitest";
import type {
  FileAttachment,
  OwnFile,
  OwnPicture,
  OwnVideo,
  OwnVoice,
  UploadEvent,
} from "../../../../machines/domain/outgoing-attachment.ts";
import { requireOwnName } from "../../../../server/objects/names.ts";
import { setUpIm } from "../support/im-set-up.ts";
import { refusal, type Script } from "../support/scripted-worker.ts";
import { newConversation } from "../support/sdk-samples.ts";

const clientMsgID = "0123456789abcdef0123456789abcdef";
const conversationID = "si_xa_xb";
const bytes = new Blob(["a cat"], { type: "image/png" });
const picture: OwnPicture = {
  type: "picture",
  name: "Cat.PNG",
  mime: "image/png",
  bytes: 5,
  width: 1280,
  height: 960,
  preview: "blob:here",
};
const file: OwnFile = { type: "file", name: "发票 1.html", mime: "text/html", bytes: 5, preview: "" };
const video: OwnVideo = {
  ...picture,
  type: "video",
  name: "cat.webm",
  mime: "video/webm",
  seconds: 4,
  poster: "",
};
const voice: OwnVoice = {
  ...{ type: "voice", mime: "audio/webm;codecs=opus", bytes: 5, preview: "blob:here" },
  seconds: 3,
  levels: [0, 1],
};
const kept = { [`xa/${clientMsgID}/bytes`]: bytes, [`xa/${clientMsgID}/poster`]: new Blob(["still"]) };

/** A line break, an escape and half an emoji. */
const ODD_NAME = "a\nb\u001bc\ud83d.html";

/** The SDK's field for the content of each kind. */
const ELEMENTS = { picture: "pictureElem", video: "videoElem", voice: "soundElem", file: "fileElem" };

interface Asked {
  name: string;
  contentType: string;
  uuid: string;
  file: File;
}

async function setUp(script: Script, files: Readonly<Record<string, Blob>> = kept) {
  const set = setUpIm(script, files);
  await set.im.login();
  const told: UploadEvent[] = [];
  const tell = (event: UploadEvent) => void told.push(event);
  const asked = () =>
    set
      .worker()
      .argsOf("uploadFile")
      .map(([params]) => params as Asked);
  return { ...set, told, tell, asked };
}

const served = (params: unknown) => ({ url: `https://im.test/object/xa/${(params as Asked).name}` });

describe("an upload", () => {
  it("3-77 reports an escaped URL even if the server returns the plain name", async () => {
    const { im, told, tell } = await setUp({ uploadFile: served });
    im.upload({ clientMsgID, attachment: { ...file, name: "50%20off #7?.txt" } }, tell);
    await vi.waitFor(() => expect(told).toHaveLength(1));
    expect(told).toMatchObject([
      { type: "upload.done", addresses: { url: expect.stringMatching(/\/50%2520off%20%237%3F\.txt$/) } },
    ]);
  });

  it("10-12 reports the URL, under a name that cannot be guessed", async () => {
    const { im, told, tell, asked } = await setUp({ uploadFile: served });
    im.upload({ clientMsgID, attachment: picture }, tell);
    await vi.waitFor(() => expect(told).toHaveLength(1));
    const [{ name, contentType } = { name: "", contentType: "" }] = asked();
    expect(name).toMatch(/^msg_picture_[0-9a-f]{32}\.png$/);
    expect(contentType).toBe("image/png");
    expect(told).toEqual([{ type: "upload.done", addresses: { url: `https://im.test/object/xa/${name}` } }]);
  });

  it("keeps the file name behind an unguessable prefix", async () => {
    const { im, told, tell, asked } = await setUp({ uploadFile: served });
    im.upload({ clientMsgID, attachment: { ...file, name: "a/b\\c.html" } }, tell);
    await vi.waitFor(() => expect(told).toHaveLength(1));
    expect(asked()[0]?.name).toMatch(/^msg_file_[0-9a-f]{32}\/a_b_c\.html$/);
  });

  it("3-77 has a name that the server accepts, whatever the file is called", async () => {
    const accepted = (params: unknown) => {
      requireOwnName(`xa/${(params as Asked).name}`, "xa");
      return served(params);
    };
    const { im, told, tell, asked } = await setUp({ uploadFile: accepted });
    im.upload({ clientMsgID, attachment: { ...file, name: ODD_NAME } }, tell);
    await vi.waitFor(() => expect(told).toHaveLength(1));
    expect(told).toMatchObject([{ type: "upload.done" }]);
    expect(asked()[0]?.name).toMatch(/\/a_b_c_\.html$/);
  });

  it("of a video uploads its poster first", async () => {
    const { im, told, tell, asked } = await setUp({ uploadFile: served });
    im.upload({ clientMsgID, attachment: video }, tell);
    await vi.waitFor(() => expect(told).toHaveLength(1));
    const [still, moving] = asked().map(({ name }) => name);
    expect(still).toMatch(/\.jpg$/);
    expect(told).toEqual([
      {
        type: "upload.done",
        addresses: {
          url: `https://im.test/object/xa/${moving}`,
          poster: `https://im.test/object/xa/${still}`,
        },
      },
    ]);
  });

  it("10-12 reports its own progress and ignores other uploads", async () => {
    let end = () => {};
    const { im, told, tell, asked, worker } = await setUp({
      uploadFile: (params) => new Promise((resolve) => (end = () => resolve(served(params)))),
    });
    im.upload({ clientMsgID, attachment: picture }, tell);
    await vi.waitFor(() => expect(asked()).toHaveLength(1));
    const own = `${asked()[0]?.uuid}/${asked()[0]?.name}`;
    // The same file name as the own upload, and the own upload's id with another file name.
    for (const uuid of [`other/${asked()[0]?.name}`, `${asked()[0]?.uuid}/Cat.PNG`])
      worker().emit({ name: "UploadComplete", data: { uuid, fileSize: 100, streamSize: 90 } });
    const name = "UploadComplete";
    worker().emit(
      { name, data: "nonsense" },
      { name, data: { uuid: own, fileSize: 0, streamSize: 40 } },
      { name, data: { uuid: own, fileSize: 100, streamSize: 40 } },
    );
    worker().emit({ name, data: { uuid: own, fileSize: 100, streamSize: 150 } });
    end();
    await vi.waitFor(() => expect(told).toHaveLength(3));
    worker().emit({ name, data: { uuid: own, fileSize: 100, streamSize: 100 } });
    expect(told).toEqual([
      { type: "upload.progress", share: 0.4 },
      { type: "upload.progress", share: 1 },
      { type: "upload.done", addresses: expect.anything() },
    ]);
  });

  it.each<[string, FileAttachment, string]>([
    ["a picture without an ending", { ...picture, name: "Cat", mime: "image/svg+xml" }, "picture_#.svg"],
    ["a file of no known kind", { ...picture, name: "Cat", mime: "" }, "picture_#.bin"],
    ["a video", { ...video, mime: "video/x-matroska", name: "cat" }, "video_#.matroska"],
    ["a video with its own ending", { ...video, mime: "video/quicktime", name: "cat.MOV" }, "video_#.mov"],
    ["a voice message", voice, "voice_#.webm"],
  ])("has a name with an ending: %s", async (_, attachment, name) => {
    const { im, told, tell, asked } = await setUp({ uploadFile: served });
    im.upload({ clientMsgID, attachment }, tell);
    await vi.waitFor(() => expect(told).toHaveLength(1));
    expect(
      asked()
        .at(-1)
        ?.name.replace(/[0-9a-f]{32}/, "#"),
    ).toBe(`msg_${name}`);
  });

  it("has the type that the message names, and every byte", async () => {
    const { im, told, tell, asked } = await setUp({ uploadFile: served });
    im.upload({ clientMsgID, attachment: file }, tell);
    await vi.waitFor(() => expect(told).toHaveLength(1));
    const [sent] = asked();
    expect([sent?.contentType, sent?.file.type]).toEqual(["text/html", "text/html"]);
    expect(await sent?.file.text()).toBe("a cat");
  });

  it("starts again when the server has forgotten the earlier upload", async () => {
    let times = 0;
    const { im, told, tell } = await setUp({
      uploadFile(params) {
        times += 1;
        if (times === 1) throw refusal(1701, "upload expired");
        return served(params);
      },
    });
    im.upload({ clientMsgID, attachment: picture }, tell);
    await vi.waitFor(() => expect(told).toMatchObject([{ type: "upload.done" }]));
  });

  it.each([
    ["network", { uploadFile: () => Promise.reject(refusal(10_000, "Network error")) }, kept],
    ["quotaReached", { uploadFile: () => Promise.reject(refusal(1702, "StorageQuotaError")) }, kept],
    ["storageFull", { uploadFile: () => Promise.reject(refusal(1703, "StorageFullError")) }, kept],
    ["fileGone", { uploadFile: served }, {}],
    ["unknown", { uploadFile: () => ({ url: "javascript:alert(1)" }) }, kept],
  ] as const)("8-36 reports the cause of a failure: %s", async (failure, script, files) => {
    const { im, told, tell } = await setUp(script, files);
    im.upload({ clientMsgID, attachment: picture }, tell);
    await vi.waitFor(() => expect(told).toEqual([{ type: "upload.failed", failure }]));
  });

  it("runs in parallel with at most two others, and frees its slot silently when it is cancelled", async () => {
    const ends: (() => void)[] = [];
    const { im, told, tell, asked } = await setUp({
      uploadFile: (params) => new Promise((resolve) => ends.push(() => resolve(served(params)))),
    });
    const stops = Array.from({ length: 5 }, () => im.upload({ clientMsgID, attachment: picture }, tell));
    await vi.waitFor(() => expect(asked()).toHaveLength(3));
    stops[3]?.();
    stops[0]?.();
    ends[0]?.();
    await vi.waitFor(() => expect(asked()).toHaveLength(4));
    for (const end of ends) end();
    await vi.waitFor(() => expect(told).toHaveLength(3));
    expect(told.every(({ type }) => type === "upload.done")).toBe(true);
  });

  it("10-12 is stopped in the worker when it is cancelled, and nothing of it starts after that", async () => {
    let refuse = () => {};
    const { im, told, tell, asked, worker } = await setUp({
      uploadFile: () => new Promise((_, reject) => (refuse = () => reject(refusal(10_000, "aborted")))),
    });
    const cancel = im.upload({ clientMsgID, attachment: video }, tell);
    await vi.waitFor(() => expect(asked()).toHaveLength(1));
    const stopped = () => worker().calls.filter(({ verb }) => verb === "stop");
    expect(stopped()).toEqual([]);
    cancel();
    await vi.waitFor(() => expect(stopped()).toEqual([{ verb: "stop", name: asked()[0]?.name, args: [] }]));
    refuse();
    im.upload({ clientMsgID, attachment: picture }, tell);
    await vi.waitFor(() => expect(asked()).toHaveLength(2));
    expect(asked()[1]?.name).toMatch(/^msg_picture_/);
    expect(told).toEqual([]);
  });

  it("is not stopped after its end", async () => {
    const { im, told, tell, worker } = await setUp({ uploadFile: served });
    const cancel = im.upload({ clientMsgID, attachment: picture }, tell);
    await vi.waitFor(() => expect(told).toHaveLength(1));
    cancel();
    im.upload({ clientMsgID, attachment: picture }, tell);
    await vi.waitFor(() => expect(told).toHaveLength(2));
    expect(worker().calls.filter(({ verb }) => verb === "stop")).toEqual([]);
  });

  it("starts at once after any number of uploads, and the fourth of four waits again", async () => {
    const ends: (() => void)[] = [];
    const { im, told, tell, asked } = await setUp({
      uploadFile: (params) => new Promise((resolve) => ends.push(() => resolve(served(params)))),
    });
    const upload = () => im.upload({ clientMsgID, attachment: picture }, tell);
    for (let count = 1; count <= 4; count += 1) {
      upload();
      await vi.waitFor(() => expect(ends).toHaveLength(count));
      ends.at(-1)?.();
      await vi.waitFor(() => expect(told).toHaveLength(count));
    }
    for (let count = 1; count <= 4; count += 1) upload();
    await vi.waitFor(() => expect(asked()).toHaveLength(7));
    ends.at(-1)?.();
    await vi.waitFor(() => expect(asked()).toHaveLength(8));
    expect(told).toHaveLength(5);
    for (const end of ends) end();
  });
});

describe("an uploaded attachment", () => {
  const addresses = { url: "https://im.test/object/xa/it", poster: "https://im.test/object/xa/still" };
  const made = { clientMsgID: "made", sendID: "xa", contentType: 102, status: 1, createTime: 1, sendTime: 0 };
  const making = async (
    name: string,
    attachment: FileAttachment,
    { albumID, poster = addresses.poster }: { albumID?: string; poster?: string } = {},
  ) => {
    const set = await setUp({
      getMultipleConversation: () => [{ ...newConversation, userID: "xb" }],
      [name]: () => ({ ...made, [ELEMENTS[attachment.type]]: {} }),
      sendMessageNotOss: () => ({ ...made, clientMsgID, status: 2, sendTime: 5 }),
    });
    const draft = {
      ...{ clientMsgID, conversationID, text: "", replyTo: null, enclosure: attachment },
      addresses: poster === "" ? { url: addresses.url } : { ...addresses, poster },
      ...(albumID && { albumID }),
    };
    await set.im.createMessage(draft);
    return { ...set, params: set.worker().argsOf(name)[0]?.[0] };
  };

  it("3-77 of a picture contains its URL, thumbnail and size", async () => {
    const { params } = await making("createImageMessageByURL", picture);
    const whole = { type: "image/png", size: 5, width: 1280, height: 960, url: addresses.url };
    expect(params).toMatchObject({
      sourcePicture: whole,
      bigPicture: whole,
      snapshotPicture: {
        type: "image/png",
        width: 640,
        height: 480,
        url: `${addresses.url}?height=640&type=image&width=640`,
      },
    });
  });

  it.each([
    ["a tall picture", { width: 960, height: 1280 }, { width: 480, height: 640 }],
    ["a small picture, which does not grow", { width: 100, height: 50 }, { width: 100, height: 50 }],
    ["a picture of unknown size", { width: 0, height: 0 }, { width: 0, height: 0 }],
  ])("3-77 has a thumbnail that fits: %s", async (_, size, snapshotPicture) => {
    const { params } = await making("createImageMessageByURL", { ...picture, ...size });
    expect(params).toMatchObject({ snapshotPicture });
  });

  it("3-77 of a video without a still names none", async () => {
    const { params } = await making("createVideoMessageByURL", video, { poster: "" });
    expect(params).toMatchObject({ videoUrl: addresses.url, snapshotUrl: "" });
  });

  it("3-77 of a video contains its duration and the poster's URL", async () => {
    const { params } = await making("createVideoMessageByURL", video);
    expect(params).toMatchObject({
      duration: 4,
      videoType: "video/webm",
      videoUrl: addresses.url,
      videoSize: 5,
      snapshotUrl: addresses.poster,
      snapshotWidth: 1280,
      snapshotHeight: 960,
    });
  });

  it("3-77 of a file contains its name and size", async () => {
    const { params } = await making("createFileMessageByURL", file);
    expect(params).toMatchObject({ fileName: "发票 1.html", fileSize: 5, sourceUrl: addresses.url });
  });

  it("3-77 of a file contains the name of the uploaded object", async () => {
    const { params } = await making("createFileMessageByURL", { ...file, name: ODD_NAME });
    expect(params).toMatchObject({ fileName: "a_b_c_.html" });
  });

  it("of a voice message contains its duration, and is sent with its levels", async () => {
    const { im, params, worker } = await making("createSoundMessageByURL", voice);
    expect(params).toMatchObject({
      sourceUrl: addresses.url,
      duration: 3,
      dataSize: 5,
      soundType: voice.mime,
    });
    await im.sendMessage({ conversationID, clientMsgID });
    expect(worker().argsOf("sendMessageNotOss")).toMatchObject([[{ message: { ex: '{"wave":"0z"}' } }]]);
  });

  it("of an album is sent with the album's id", async () => {
    const { im, worker } = await making("createImageMessageByURL", picture, { albumID: "holiday" });
    await im.sendMessage({ conversationID, clientMsgID });
    expect(worker().argsOf("sendMessageNotOss")).toMatchObject([
      [{ message: { ex: '{"album":"holiday"}' } }],
    ]);
  });

  it.each([
    ["createImageMessageByURL", picture],
    ["createVideoMessageByURL", video],
    ["createSoundMessageByURL", voice],
    ["createFileMessageByURL", file],
  ])("is sent without an upload by the SDK: %s", async (name, attachment) => {
    const { im, worker } = await making(name, attachment);
    await im.sendMessage({ conversationID, clientMsgID });
    expect(worker().argsOf("sendMessageNotOss")).toHaveLength(1);
    expect(worker().argsOf("sendMessage")).toEqual([]);
  });
});
