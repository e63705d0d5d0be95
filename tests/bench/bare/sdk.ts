/**
 * The product's SDK worker without the rest of the product. It signs in with the product's credentials, lists the first
 * conversations as plain text and shows every new message. A tap shows a conversation's newest messages.
 */
import * as v from "valibot";
import type { SdkEvent } from "../../../src/adapters/openim/connection/channel.ts";
import { createRpc } from "../../../src/adapters/openim/connection/rpc.ts";
import { RawMessage } from "../../../src/adapters/openim/parse/stored-message.ts";

declare global {
  interface Window {
    bare: {
      started: Promise<void>;
      login(userID: string, token: string): Promise<void>;
      /** Resolves when the server has acknowledged. */
      sendText(userID: string, text: string): Promise<void>;
      /** Uploads a file; resolves when the server has all of it. */
      upload(file: File): Promise<void>;
    };
  }
}

const conversations = v.array(v.object({ conversationID: v.string(), showName: v.string() }));
const texts = v.array(v.object({ textElem: v.object({ content: v.string() }) }));
const history = v.object({ messageList: texts });
/** Page size that the product uses to open a chat. */
const PAGE = 20;

const rpc = createRpc(
  () =>
    new Worker(new URL("../../../src/adapters/openim/worker/sdk-worker.ts", import.meta.url), {
      type: "module",
      name: "im-sdk",
    }),
  {
    onEvents: (events) => events.forEach(hear),
    onProgress: () => {},
    onCrash: () => show("#messages", "p", "The SDK crashed"),
  },
);
window.bare = { started: rpc.start(), login, sendText, upload };

const [userID, token] = [localStorage.getItem("IM_USERID"), localStorage.getItem("IM_TOKEN")];
if (userID && token) await login(userID, token);

function hear({ name, data }: SdkEvent): void {
  if (name === "OnSyncServerFinish") void list();
  if (name === "OnRecvNewMessages")
    for (const { textElem } of v.parse(texts, data)) show("#messages", "p", textElem.content);
}

async function login(userID: string, token: string): Promise<void> {
  await rpc.call("login", {
    userID,
    token,
    platformID: 5,
    apiAddr: `${location.origin}/api`,
    wsAddr: `${location.origin.replace(/^http/, "ws")}/msg_gateway`,
    logLevel: 5,
    isLogStandardOutput: false,
  });
  await list();
}

async function list(): Promise<void> {
  const page = await rpc.call("getConversationListSplit", { offset: 0, count: 20 });
  document.querySelector("#conversations")?.replaceChildren();
  for (const { conversationID, showName } of v.parse(conversations, page))
    show("#conversations", "li", showName).addEventListener("click", () => void open(conversationID));
}

async function open(conversationID: string): Promise<void> {
  const page = { conversationID, startClientMsgID: "", count: PAGE, viewType: 0 };
  const { messageList } = v.parse(history, await rpc.call("getAdvancedHistoryMessageList", page));
  for (const { textElem } of messageList) show("#messages", "p", textElem.content);
}

async function sendText(recvID: string, text: string): Promise<void> {
  const message = v.parse(RawMessage, await rpc.call("createTextMessage", text));
  await rpc.call("sendMessage", { recvID, groupID: "", message });
}

async function upload(file: File): Promise<void> {
  const name = `msg_file_${crypto.randomUUID()}/${file.name}`;
  await rpc.call("uploadFile", { name, contentType: file.type, uuid: crypto.randomUUID(), file });
}

function show(parent: string, tag: "p" | "li", text: string): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = text;
  document.querySelector(parent)?.append(element);
  return element;
}
