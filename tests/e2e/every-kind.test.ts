import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type JsClient, loggedIn } from "../server/support/js-client.ts";
import { credentialsOf } from "./support/foreign-client.ts";
import { noise, video, wav } from "./support/made-files.ts";
import { back, launch, message, openChat, people, signedIn } from "./support/people.ts";
import { png } from "./support/png.ts";
import { type Product, startProduct } from "./support/product.ts";

type Message = Awaited<ReturnType<JsClient["sdk"]["createTextMessage"]>>["data"];

/** Bob uses another client with OpenIM's own SDK. Alice sees in Parley everything it can send. */
describe("what OpenIM's JS SDK sends", () => {
  let product: Product;
  let browser: Browser;
  let alice: Page;
  let bob: JsClient;
  let aliceID = "";
  let lake: Message;

  beforeAll(async () => {
    [product, browser] = await Promise.all([startProduct(), launch()]);
    const { origin } = product;
    aliceID = (await credentialsOf(origin, people.alice)).userID;
    const { userID, imToken } = await credentialsOf(origin, people.bob);
    bob = await loggedIn({ origin, token: () => imToken }, userID);
    alice = await signedIn(browser, origin, people.alice);
    await openChat(alice, people.bob.name);
  });
  afterAll(async () => {
    await bob?.logout().catch(() => {});
    await browser?.close();
    await product?.close();
  });

  async function deliver(create: Promise<{ data: Message }>): Promise<Message> {
    const { data } = await create;
    return (await bob.sdk.sendMessage({ recvID: aliceID, groupID: "", message: data })).data;
  }
  const log = () => alice.getByRole("log", { name: "Messages" });
  const last = (): Locator => log().getByRole("article").last();
  const file = ({ name, mimeType, buffer }: { name: string; mimeType: string; buffer: Buffer }) =>
    new File([new Uint8Array(buffer)], name, { type: mimeType });

  it("3-77 a picture arrives, with the proportions it announced", async () => {
    const bytes = png(320, 200, [40, 120, 220]);
    const version = () => ({
      uuid: "lake",
      type: "image/png",
      size: bytes.length,
      width: 320,
      height: 200,
      url: "",
    });
    lake = await deliver(
      bob.sdk.createImageMessageByFile({
        sourcePicture: version(),
        bigPicture: version(),
        snapshotPicture: version(),
        sourcePath: "",
        file: file({ name: "lake.png", mimeType: "image/png", buffer: bytes }),
      }),
    );
    const picture = last().getByRole("img", { name: "Photo" });
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]))
      .toEqual([320, 200]);
    const box = await picture.boundingBox();
    expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(320 / 200, 1);
  });

  it("3-77 a video shows its length and plays", async () => {
    const film = await video(alice, "lake.webm");
    const still = png(160, 120, [20, 160, 120]);
    await deliver(
      bob.sdk.createVideoMessageByFile({
        videoPath: "",
        duration: 4,
        videoType: film.mimeType,
        snapshotPath: "",
        videoUUID: "film",
        videoUrl: "",
        videoSize: film.buffer.length,
        snapshotUUID: "still",
        snapshotSize: still.length,
        snapshotUrl: "",
        snapshotWidth: 160,
        snapshotHeight: 120,
        videoFile: file(film),
        snapshotFile: file({ name: "still.png", mimeType: "image/png", buffer: still }),
      }),
    );
    await last().getByRole("button", { name: "Play video, 00:04" }).click();
    const played = alice.locator("video");
    await expect
      .poll(() => played.evaluate(({ currentTime }: HTMLVideoElement) => currentTime))
      .toBeGreaterThan(0);
    await alice.keyboard.press("Escape");
    await played.waitFor({ state: "detached" });
  });

  it("3-77 a voice message shows its length and plays", async () => {
    const said = tone(8);
    await deliver(
      bob.sdk.createSoundMessageByFile({
        uuid: "said",
        soundPath: "",
        sourceUrl: "",
        dataSize: said.length,
        duration: 8,
        soundType: "audio/wav",
        file: file({ name: "said.wav", mimeType: "audio/wav", buffer: said }),
      }),
    );
    await last().getByRole("img", { name: "Not heard yet" }).waitFor();
    await last().getByRole("button", { name: "Play voice message, 00:08" }).click();
    await last().getByRole("button", { name: "Pause voice message, 00:08" }).waitFor();
    await last().getByRole("button", { name: "Play voice message, 00:08" }).waitFor();
    expect(await last().getByRole("img", { name: "Not heard yet" }).count()).toBe(0);
  });

  it("3-77 a file shows its name and its size", async () => {
    const plan = noise("Plan 100% 计划.bin", 3000);
    await deliver(
      bob.sdk.createFileMessageByFile({
        filePath: "",
        fileName: plan.name,
        uuid: "plan",
        sourceUrl: "",
        fileSize: plan.buffer.length,
        file: file(plan),
      }),
    );
    await last().getByText(plan.name).waitFor();
    await last().getByText("2.9 KB").waitFor();
  });

  it("3-77 a contact card shows its user", async () => {
    const { userID } = await credentialsOf(product.origin, people.carol);
    await deliver(bob.sdk.createCardMessage({ userID, nickname: people.carol.name, faceURL: "", ex: "" }));
    await last()
      .getByRole("button", { name: `Contact card of ${people.carol.name}` })
      .waitFor();
  });

  it("3-77 a location shows its name and its coordinates", async () => {
    await deliver(
      bob.sdk.createLocationMessage({ description: "West Lake", longitude: 120.15, latitude: 30.25 }),
    );
    await last().getByText("West Lake").waitFor();
    await last()
      .getByText(/30\.25/)
      .waitFor();
  });

  it("3-77 a reply shows the message it answers", async () => {
    const asked = await deliver(bob.sdk.createTextMessage("Who comes along?"));
    await message(alice, "Who comes along?").waitFor();
    await deliver(bob.sdk.createQuoteMessage({ text: "I do.", message: JSON.stringify(asked) }));
    await last().getByText("I do.").waitFor();
    await last().getByText("Who comes along?").waitFor();
  });

  it("11-51 3-77 a forwarded message shows again, and a merged history shows its pictures and opens", async () => {
    const said = await deliver(bob.sdk.createTextMessage("Bring water."));
    await deliver(bob.sdk.createForwardMessage(said));
    await expect.poll(() => log().getByText("Bring water.").count()).toBe(2);
    await deliver(
      bob.sdk.createMergerMessage({
        messageList: [said, lake],
        title: "Chat of Bob",
        summaryList: ["Bob Li: Bring water."],
      }),
    );
    const opener = last().getByRole("button", { name: "Open chat history: Chat of Bob" });
    const widthOf = (picture: Locator) =>
      expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth));
    await widthOf(opener.locator("img")).toBeGreaterThan(0);
    await opener.click();
    const history = alice.getByRole("dialog", { name: "Chat of Bob" });
    await history.getByText("Bring water.").waitFor();
    await widthOf(history.getByRole("img", { name: "Photo" })).toBeGreaterThan(0);
    await alice.keyboard.press("Escape");
    await history.waitFor({ state: "detached" });
  });

  it("3-77 an unknown emoji and an unknown custom message show a placeholder", async () => {
    await deliver(bob.sdk.createFaceMessage({ index: 3, data: "theirs" }));
    await last().getByText("[Emoji]").waitFor();
    await deliver(bob.sdk.createCustomMessage({ data: '{"theirs":1}', extension: "", description: "" }));
    await last().getByText("[Custom message]").waitFor();
  });

  it("3-40 a mention in a group is marked in the list and in the chat", async () => {
    const groupID = "2026100001";
    const { data } = await bob.sdk.createTextAtMessage({
      text: `@${aliceID} bring the map`,
      atUserIDList: [aliceID],
      atUsersInfo: [{ atUserID: aliceID, groupNickname: people.alice.name }],
    });
    await back(alice);
    await bob.sdk.sendMessage({ recvID: "", groupID, message: data });
    const row = alice
      .getByRole("list", { name: "Chat list" })
      .getByRole("listitem", { name: "Lake Trail Hikers", exact: true });
    await row.getByText("[You were mentioned]").waitFor();
    await openChat(alice, "Lake Trail Hikers");
    await last().getByText(`@${people.alice.name} bring the map`).waitFor();
  });
});

function tone(seconds: number, rate = 8000): Buffer {
  const samples = Int16Array.from({ length: seconds * rate }, (_, at) =>
    Math.round(8000 * Math.sin((at / rate) * 440 * 2 * Math.PI)),
  );
  return wav(samples, rate);
}
