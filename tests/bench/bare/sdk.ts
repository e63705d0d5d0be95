/**
 * The product's SDK worker and nothing of the product: signs in with the credentials the product would find, lists the
 * first conversations as plain text, and shows every message that arrives.
 */
import * as v from "valibot";
import type { SdkEvent } from "../../../src/adapters/openim/channel.ts";
import { createRpc } from "../../../src/adapters/openim/rpc.ts";

declare global {
  interface Window {
    /** Sends a text to a person; resolves when the server has acknowledged. */
    sendText(userID: string, text: string): Promise<void>;
  }
}

const rpc = createRpc(
  () => new Worker(new URL("../../../src/adapters/openim/worker/sdk-worker.ts", import.meta.url), { type: "module" }),
  { onEvents: (events) => events.forEach(hear), onCrash: () => document.title = "The SDK crashed" },
);

const conversations = v.array(v.object({ showName: v.string() }));
const received = v.array(v.object({ textElem: v.object({ content: v.string() }) }));

function hear({ name, data }: SdkEvent): void {
  if (name === "OnSyncServerFinish") void list();
  if (name === "OnRecvNewMessages")
    for (const { textElem } of v.parse(received, data)) show("#messages", "p", textElem.content);
}

async function list(): Promise<void> {
  const page = await rpc.call("getConversationListSplit", { offset: 0, count: 20 });
  document.querySelector("#conversations")?.replaceChildren();
  for (const { showName } of v.parse(conversations, page)) show("#conversations", "li", showName);
}

function show(parent: string, tag: "p" | "li", text: string): void {
  const element = document.createElement(tag);
  element.textContent = text;
  document.querySelector(parent)?.append(element);
}

window.sendText = async (userID, text) => {
  const message = await rpc.call("createTextMessage", text);
  await rpc.call("sendMessage", { recvID: userID, groupID: "", message: v.parse(v.custom<Created>(isObject), message) });
};

await rpc.start();
await rpc.call("login", {
  userID: localStorage.getItem("IM_USERID") ?? "",
  token: localStorage.getItem("IM_TOKEN") ?? "",
  platformID: 5,
  apiAddr: `${location.origin}/api`,
  wsAddr: `${location.origin.replace(/^http/, "ws")}/msg_gateway`,
  logLevel: 5,
});
await list();
