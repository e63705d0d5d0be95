import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Browser, BrowserContext } from "playwright-core";
import { vi } from "vitest";
import { STICKER_SET } from "../../../machines/domain/sticker.ts";
import { fakeDevices } from "../../e2e/support/calls.ts";
import { credentialsOf, post } from "../../e2e/support/foreign-client.ts";
import { launch, type Person, password, people } from "../../e2e/support/people.ts";
import { type Product, startProduct } from "../../e2e/support/product.ts";
import { restUserOf } from "../../e2e/support/rest.ts";
import { connectGob, type GobClient, newMessageID } from "../../server/support/gob-client.ts";
import { PAGE_START, slowDown } from "./slow-clock.mjs";

/** The product with the demo's people and some more messages and requests, always at the same time of the same day. */

const LAKE = "/object/demo/lake.svg";
const SUNRISE = "/object/demo/sunrise.svg";
export const HIKERS = "2026100001";
/** Alice's own group. */
export const BAKERS = "2026100009";
export const IDS = {
  alice: "2026000001",
  bob: "2026000002",
  carol: "2026000003",
  dave: "2026000004",
} as const;
export const NEWCOMER = { name: "Nora Neumann", phone: "13900000009", email: "" };

export interface World {
  readonly product: Product;
  readonly browser: Browser;
  /** A phone with its own storage. Its pages have the clock of the pictures. */
  phone(locale: string): Promise<BrowserContext>;
  /** Bob rings Alice from another client; with a group, also other members. */
  ring(group?: { groupID: string; invited: readonly string[] }): Promise<GobClient>;
  /** Bob and Alice send each other albums. */
  sendAlbums(): Promise<void>;
  codeFor(phone: string): Promise<string>;
  close(): Promise<void>;
}

export async function startWorld(): Promise<World> {
  const clock = pathToFileURL(fileURLToPath(new URL("./slow-clock.mjs", import.meta.url)));
  const [product, browser] = await Promise.all([
    startProduct({
      settings: {
        NODE_OPTIONS: `--import ${clock.href}`,
        LOOKS_SERVER: "on",
        TZ: "Asia/Shanghai",
        PARLEY_RATES: "off",
        PARLEY_PUSH: "off",
      },
    }),
    launch([fakeDevices(), "--use-fake-ui-for-media-stream", "--autoplay-policy=no-user-gesture-required"]),
  ]);
  const { origin } = product;
  const clockScript = `(${slowDown})(${PAGE_START});`;
  const codeFor = async (phone: string) => {
    // The terminal hides the digits in the middle.
    const said = new RegExp(`${phone.slice(0, 3)}\\*+${phone.slice(-4)}: (\\d{6})`);
    return vi.waitUntil(() => said.exec(product.terminal())?.[1], { timeout: 20000 });
  };
  await writeMessages(origin);
  await register(origin, codeFor);
  await (await restUserOf(people.dave, origin)).post("/friend/add_friend", {
    fromUserID: IDS.dave,
    toUserID: IDS.alice,
    reqMsg: "Dave from the lake trail. The socks are dry again.",
  });
  return {
    product,
    browser,
    codeFor,
    async phone(locale) {
      const context = await browser.newContext({
        locale,
        timezoneId: "Asia/Shanghai",
        reducedMotion: "reduce",
        hasTouch: true,
        deviceScaleFactor: 1,
      });
      context.setDefaultTimeout(20_000);
      await context.addInitScript(clockScript);
      return context;
    },
    async ring(group) {
      const { client } = await connect(origin, people.bob);
      const data = {
        roomID: (group ? "e" : "c").repeat(32),
        inviterUserID: IDS.bob,
        inviteeUserIDList: group?.invited ?? [IDS.alice],
        groupID: group?.groupID ?? "",
        mediaType: "video",
        sessionType: group ? 3 : 1,
        platformID: 5,
        timeout: 60,
      };
      await client.send({
        recvID: IDS.alice,
        contentType: 110,
        content: JSON.stringify({
          data: JSON.stringify({ customType: 200, data }),
          extension: "",
          description: "",
        }),
        options: Object.fromEntries(
          ["history", "persistent", "senderSync", "conversationUpdate", "unreadCount", "offlinePush"].map(
            (name) => [name, false],
          ),
        ),
      });
      return client;
    },
    sendAlbums: () => sendAlbums(origin),
    async close() {
      await browser.close();
      await product.close();
    },
  };
}

async function connect(
  origin: string,
  person: Person,
  platformID?: number,
): Promise<{ client: GobClient; token: string }> {
  const { userID, imToken: token } = await credentialsOf(origin, person, platformID);
  return { client: await connectGob(origin, { userID, token, ...(platformID && { platformID }) }), token };
}

async function register(origin: string, codeFor: (phone: string) => Promise<string>): Promise<void> {
  const identity = { areaCode: "+86", phoneNumber: NEWCOMER.phone };
  await post(`${origin}/chat/account/code/send`, { ...identity, usedFor: 1 });
  await post(`${origin}/chat/account/register`, {
    verifyCode: await codeFor(NEWCOMER.phone),
    deviceID: "",
    platform: 5,
    autoLogin: true,
    user: {
      ...identity,
      nickname: NEWCOMER.name,
      faceURL: "",
      password: createHash("md5").update(password).digest("hex"),
    },
  });
}

function picture(url: string, width = 1200, height = 800) {
  const version = { uuid: url, type: "image/svg+xml", size: 0, width, height, url };
  return { sourcePicture: version, bigPicture: version, snapshotPicture: version };
}

const ANDROID = 2;

/** Two, three with a caption, and seven pictures. */
async function sendAlbums(origin: string): Promise<void> {
  // A second browser would sign Alice's page out.
  const [alice, bob] = await Promise.all([
    connect(origin, people.alice, ANDROID),
    connect(origin, people.bob),
  ]);
  const high = picture(LAKE, 800, 1200);
  const wide = picture(SUNRISE);
  const send = async (client: GobClient, recvID: string, content: object, album: string) => {
    const contentType = "content" in content ? 101 : 102;
    const ex = JSON.stringify({ album });
    await client.send({
      recvID,
      clientMsgID: newMessageID(),
      contentType,
      content: JSON.stringify(content),
      ex,
    });
  };
  for (const one of [high, wide]) await send(bob.client, IDS.alice, one, "two");
  for (const one of [high, wide, wide, { content: "Three from the ridge, early on Saturday" }])
    await send(alice.client, IDS.bob, one, "three");
  for (const one of [wide, high, high, wide, wide, high, wide])
    await send(bob.client, IDS.alice, one, "seven");
  alice.client.close();
  bob.client.close();
}

/** Every kind of bubble in Alice's chat with Carol, and the notices of a group. */
async function writeMessages(origin: string): Promise<void> {
  const [alice, carol] = await Promise.all([connect(origin, people.alice), connect(origin, people.carol)]);
  type Extra = { ex?: object; clientMsgID?: string };
  const sender =
    (client: GobClient, to: object, name: string) =>
    (contentType: number, content: object, { ex, clientMsgID = newMessageID() }: Extra = {}) =>
      client.send({
        ...to,
        senderNickname: name,
        clientMsgID,
        contentType,
        content: JSON.stringify(content),
        ...(ex && { ex: JSON.stringify(ex) }),
      });
  const said = sender(alice.client, { recvID: IDS.carol }, people.alice.name);
  const heard = sender(carol.client, { recvID: IDS.alice }, people.carol.name);
  const text = (words: string) => ({ content: words });
  const voice = (duration: number) => ({ uuid: "v", sourceUrl: "/object/demo/none.wav", duration });
  const custom = (customType: number, data: object) => ({
    data: JSON.stringify({ customType, data }),
    extension: "",
    description: "",
  });
  const sticker = (name: string) => ({ index: 0, data: JSON.stringify({ set: STICKER_SET, name }) });

  await post(
    `${origin}/api/group/create_group`,
    {
      ownerUserID: IDS.alice,
      memberUserIDs: [IDS.bob, IDS.carol],
      groupInfo: { groupID: BAKERS, groupName: "Sunday Bakers", groupType: 2 },
    },
    alice.token,
  );
  // Chats whose last messages have the same time have no fixed order. The SDK takes the real time for a recalled message,
  // so the chat with Carol comes last.
  await pause(100);
  const told = sender(carol.client, { groupID: HIKERS }, people.carol.name);
  await told(106, {
    text: `@${IDS.alice} can you bring the big thermos?`,
    atUserList: [IDS.alice],
    atUsersInfo: [{ atUserID: IDS.alice, groupNickname: people.alice.name }],
    isAtSelf: false,
  });
  await told(
    110,
    custom(102, { roomID: "b".repeat(32), mediaType: "audio", state: "over", durationSeconds: 312 }),
  );
  await pause(100);
  const asked = newMessageID();
  await heard(101, text("Which tea goes with the green bean cakes?"), { clientMsgID: asked });
  await said(114, {
    text: "绿茶 or jasmine, both are light enough",
    quoteMessage: {
      clientMsgID: asked,
      sendID: IDS.carol,
      senderNickname: people.carol.name,
      contentType: 101,
      textElem: text("Which tea goes with the green bean cakes?"),
    },
  });
  await heard(102, picture(SUNRISE));
  await said(102, picture(LAKE, 800, 1200));
  await heard(103, voice(8), { ex: { wave: "3a8kz9q4m7tb2x5hcr6wn1e" } });
  await said(103, voice(42), { ex: { wave: "1f5rt8z4kw9m2p7xa6cq3nb" } });
  await heard(104, {
    videoUrl: "/object/demo/none.mp4",
    videoType: "video/mp4",
    duration: 75,
    videoSize: 1,
    snapshotUrl: LAKE,
    snapshotWidth: 1200,
    snapshotHeight: 800,
  });
  await said(105, {
    fileName: "Packing list for the ridge in autumn.pdf",
    sourceUrl: "/object/demo/none.pdf",
    fileSize: 284_512,
  });
  await heard(108, { userID: IDS.bob, nickname: people.bob.name, faceURL: "/object/demo/bob.svg", ex: "" });
  await said(109, {
    description: JSON.stringify({ name: "North Square bus station", addr: "Gate 3" }),
    longitude: 116.4074,
    latitude: 39.9442,
  });
  await heard(115, sticker("love"), { ex: { forwardedFrom: people.hanmeimei.name } });
  await said(115, sticker("coffee"), { ex: { forwardedFrom: people.bob.name } });
  await said(115, sticker("ok"));
  await heard(101, text("The path is open again: https://parley.test/trail"), {
    ex: { forwardedFrom: people.lilei.name },
  });
  await said(107, {
    title: "Lake Trail Hikers",
    abstractList: ["Carol Wang: Lake trail?", "Bob Li: Yes please", "李雷: 下次一起"],
    multiMessage: [],
  });
  await heard(
    110,
    custom(905, { id: "a".repeat(32), subject: "Planning the autumn walk", start: 0, duration: 3600 }),
  );
  await said(110, { ...custom(100, record("completed", 754)), description: "callRecord" });
  await heard(110, { ...custom(100, record("noAnswer", 0)), description: "callRecord" });
  await said(101, text("Not meant for you, sorry"));
  const chat = `si_${IDS.alice}_${IDS.carol}`;
  const seq = (await alice.client.maxSeqs())[chat] ?? 0;
  await post(`${origin}/api/msg/revoke_msg`, { userID: IDS.alice, conversationID: chat, seq }, alice.token);
  await heard(101, text("ok"));
  await heard(
    101,
    text("好的，那就周六早上七点半在北广场车站三号口见，记得带雨衣，天气预报说下午可能有小雨。"),
  );
  await said(101, text("Deal"));
  alice.client.close();
  carol.client.close();
}

const record = (result: string, durationSeconds: number) => ({
  roomID: "d".repeat(32),
  mediaType: "audio",
  result,
  durationSeconds,
});
