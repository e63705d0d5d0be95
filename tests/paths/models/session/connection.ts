import { connectionMachine } from "../../../../machines/session/connection.ts";
import { aWorld } from "../../../fakes/world.ts";
import { press } from "../../gestures.ts";
import type { ChartModel } from "../../model.ts";
import { childOf } from "../../stage.ts";
import { STAYS } from "../../transition-table.ts";

/** The connection to the gateway and the visibility of the page, while a user is signed in. */
export const connectionModel: ChartModel<typeof connectionMachine> = {
  chart: "connection",
  machine: connectionMachine,
  input: undefined,
  events: {
    "im.loading": { type: "im.loading", percent: 40 },
    "im.connecting": { type: "im.connecting" },
    "im.connected": { type: "im.connected" },
    "im.connectFailed": { type: "im.connectFailed", code: 10000 },
    "im.crashed": { type: "im.crashed" },
    "page.offline": { type: "page.offline" },
    "page.online": { type: "page.online" },
    "page.hidden": { type: "page.hidden" },
    "page.visible": { type: "page.visible" },
    "user.reconnect": { type: "user.reconnect" },
  },
  answers: {
    reconnect: { failed: ["network"] },
    leaveBackground: { failed: ["network", "timeout", "unknown"] },
    enterBackground: { failed: ["network"] },
  },
  key: ({ context }) => `${context.loading}`,
  isRest: ({ value }) => value.link === "online" && value.page === "visible",

  opens: () => ({ world: aWorld(), answers: { "im.login": () => {} } }),
  actor: (app) => childOf(app, "session", "connection"),
  logged: ["enterBackground", "leaveBackground"],
  delays: { connectTimeout: 15_000, retryNotice: 1000 },
  calls: {
    reconnect: "im.reconnect",
    enterBackground: "im.setBackground",
    leaveBackground: "im.setBackground",
  },
  press: { "user.reconnect": press("button: Retry") },
  reads: ({ value, context }) => ({ ...value, loading: context.loading }),
  rows: {
    "link.starting": ({ snapshot: { context } }) => ({
      reads: { link: "starting", loading: context.loading },
      sees: [context.loading === null ? "text: Connecting" : "text: Loading 40%", "!button: Retry"],
    }),
    "link.connecting": {
      reads: { link: "connecting", loading: null },
      sees: ["text: Connecting", "!button: Retry"],
    },
    "link.online": {
      reads: { link: "online", loading: null },
      sees: ["!text: Connecting", "!text: Offline", "!button: Retry"],
    },
    "link.offline": {
      reads: { link: "offline", loading: null },
      sees: ["text: Offline", "button: Retry", "list: Chat list"],
    },
    "link.retrying": {
      reads: { link: "retrying", loading: null },
      sees: ["text: Offline", "button: Retry", "list: Chat list"],
    },
    "link.reviving": {
      reads: { link: "reviving", loading: null },
      asks: ["im.reconnect"],
      sees: ["text: Connecting", "!button: Retry"],
    },
    "page.visible": { reads: { page: "visible" } },
    "page.hidden": { reads: { page: "hidden" }, asks: [["im.setBackground", { hidden: true }]] },
    "page.returning": { reads: { page: "returning" }, asks: [["im.setBackground", { hidden: false }]] },
  },
  leads: {
    "link.*": {
      "im.connecting": "link.connecting",
      "im.connected": "link.online",
      "im.connectFailed": "link.offline",
      "im.crashed": "link.starting",
      "page.offline": "link.offline",
    },
    "link.starting": { "im.loading": STAYS },
    // A server that accepts the connection and never answers counts as offline.
    "link.connecting": { "after connectTimeout": "link.offline" },
    // The report that the app is in the foreground got no answer, so the socket is dead.
    "link.online": {
      "leaveBackground failed (network)": "link.reviving",
      "leaveBackground failed (timeout)": "link.reviving",
    },
    "link.offline": {
      "page.online": "link.reviving",
      "page.visible": "link.reviving",
      "user.reconnect": "link.reviving",
      // Most retries fail at once.
      "im.connecting": "link.retrying",
    },
    "link.retrying": {
      "page.online": "link.reviving",
      "page.visible": "link.reviving",
      "user.reconnect": "link.reviving",
      "after retryNotice": "link.connecting",
    },
    "link.reviving": {
      "reconnect done": "link.connecting",
      "reconnect failed (network)": "link.offline",
    },
    "page.visible": { "page.hidden": "page.hidden" },
    "page.hidden": {
      "page.visible": "page.returning",
      "enterBackground failed (network)": STAYS,
    },
    "page.returning": {
      "page.hidden": "page.hidden",
      "leaveBackground done": "page.visible",
      "leaveBackground failed (network)": "page.visible",
      "leaveBackground failed (timeout)": "page.visible",
      "leaveBackground failed (unknown)": "page.visible",
    },
  },
  noise: {
    "an online event while the connection is not down": {
      when: ({ value }) => !isDown(value.link),
      make: ({ ports }) => ports.emit.page({ type: "page.online" }),
    },
    "a late download event": {
      when: ({ value }) => value.link !== "starting",
      make: ({ ports }) => ports.emit.connection({ type: "im.loading", percent: 90 }),
    },
    "hidden again": {
      when: ({ value }) => value.page === "hidden",
      make: ({ ports }) => ports.emit.page({ type: "page.hidden" }),
    },
    "visible again": {
      when: ({ value }) => value.page === "visible" && !isDown(value.link),
      make: ({ ports }) => ports.emit.page({ type: "page.visible" }),
    },
    "a profile change of another user": ({ ports }) =>
      ports.emit.connection({ type: "im.profileChanged", profile: { userID: "1000000002", faceURL: "x" } }),
  },
};

const isDown = (link: string) => link === "offline" || link === "retrying";
