import { fireEvent } from "@testing-library/react";
import { scannerMachine } from "../../../../machines/people/scanner.ts";
import { ANNA, aWorld, BEN } from "../../../fakes/world.ts";
import { press } from "../../gestures.ts";
import type { ChartModel, Wire } from "../../model.ts";
import { childOf, type Stage } from "../../stage.ts";
import { STAYS } from "../../transition-table.ts";
import { helpersDoNotFail } from "../excuses.ts";

const PICTURE = new Blob(["a picture"]);
const ANNAS = `io.openim.app/addFriend/${ANNA}`;
const BENS = `https://io.openim.app/addFriend/${BEN}`;
const FOREIGN = "https://example.org/";

export const scannerModel: ChartModel<typeof scannerMachine> = {
  chart: "scanner",
  machine: scannerMachine,
  input: undefined,
  events: {
    "scanner.started with a torch": { type: "scanner.started", hasTorch: true },
    "scanner.started without a torch": { type: "scanner.started", hasTorch: false },
    "scanner.read of Anna": { type: "scanner.read", text: ANNAS },
    "scanner.read of something else": { type: "scanner.read", text: FOREIGN },
    "scanner.failed, denied": { type: "scanner.failed", cause: "denied" },
    "scanner.failed, missing": { type: "scanner.failed", cause: "missing" },
    "scanner.failed, failing": { type: "scanner.failed", cause: "failing" },
    "user.toggleTorch": { type: "user.toggleTorch" },
    "user.retryCamera": { type: "user.retryCamera" },
    "user.pickPicture": { type: "user.pickPicture", picture: PICTURE },
  },
  answers: {
    readPicture: {
      done: { "of Ben": () => BENS, "of something else": () => FOREIGN, nothing: () => null },
      failed: ["unknown"],
    },
  },
  // Whether the camera has a torch, and whether it is on.
  around: {
    start: "",
    after(around, label) {
      if (label === "scanner.started with a torch") return "torch";
      if (label === "scanner.started without a torch") return "";
      if (label === "user.toggleTorch" && around !== "") return around === "torch" ? "torch lit" : "torch";
      return around;
    },
  },
  key: ({ context }) => `${context.hasTorch} ${context.isLit}`,
  // A running camera does not start again, and one that is off sends no events.
  cannot: (label, _, { value }) => {
    if (label.startsWith("scanner.failed")) return typeof value.camera !== "object";
    return label.startsWith("scanner.started") && !isStarting(value);
  },
  isRest: ({ value }) => isWatching(value) && value.picture === "none",

  opens: () => ({ world: aWorld(), path: "/scan", answers: { "im.loginStatus": () => "loggedIn" } }),
  // Other models test where a code leads.
  begin: async (stage) => {
    stage.ports.hold("im.loginStatus");
  },
  actor: (app) => childOf(app, "session", "signedIn", "routeScopes", "scanner"),
  calls: { readPicture: "scanner.readPicture" },
  tells: ["navigation <- navigation.go", "toasts <- toast.add", "scanner.setTorch"],
  logged: ["readPicture"],
  press: {
    "user.toggleTorch": (event, stage) =>
      press(`button: Light ${document.body.textContent?.includes("Light off") ? "off" : "on"}`)(event, stage),
    "user.retryCamera": press("button: Retry"),
    "user.pickPicture": (_, stage) => choose(stage),
  },
  pressable(label, { value }, around) {
    if (label === "user.toggleTorch") return isWatching(value) && around !== "";
    if (label === "user.retryCamera") return typeof value.camera === "string";
    return label !== "user.pickPicture" || value.picture === "none";
  },
  reads: ({ value, context }) => ({
    camera: typeof value.camera === "string" ? value.camera : value.camera.on,
    picture: value.picture,
    isLit: isWatching(value) && context.isLit,
  }),
  rows: {
    "camera.on.starting": {
      reads: { camera: "starting", isLit: false },
      holds: { scans: 1 },
      sees: ["!button: Light on", "!button: Retry"],
    },
    "camera.on.watching": ({ step }) => ({
      reads: { camera: "watching", isLit: step?.around === "torch lit" },
      holds: { scans: 1 },
      sees: [
        step?.around === "torch" ? "button: Light on" : "!button: Light on",
        step?.around === "torch lit" ? "button: Light off" : "!button: Light off",
      ],
    }),
    "camera.denied": {
      reads: { camera: "denied", isLit: false },
      holds: { scans: 0 },
      sees: ["text: Parley can't use the camera", "button: Retry"],
    },
    "camera.missing": {
      reads: { camera: "missing", isLit: false },
      holds: { scans: 0 },
      sees: ["text: No camera found", "button: Retry"],
    },
    "camera.failing": {
      reads: { camera: "failing", isLit: false },
      holds: { scans: 0 },
      sees: ["text: The camera doesn't start", "button: Retry"],
    },
    "picture.none": { reads: { picture: "none" }, sees: ["text: Choose a picture"] },
    "picture.reading": ({ snapshot }) => ({
      asks: [["scanner.readPicture", { picture: PICTURE }]],
      reads: { picture: "reading" },
      sees: typeof snapshot.value.camera === "object" ? ["text: Reading the picture"] : [],
    }),
  },
  leads: {
    "camera.on.*": {
      "scanner.failed, denied": "camera.denied",
      "scanner.failed, missing": "camera.missing",
      "scanner.failed, failing": "camera.failing",
    },
    "camera.on.starting": {
      "scanner.started with a torch": "camera.on.watching",
      "scanner.started without a torch": "camera.on.watching",
    },
    "camera.on.watching": {
      "scanner.read of Anna": STAYS,
      "scanner.read of something else": STAYS,
      "user.toggleTorch": (_, around) => (around === "" ? null : STAYS),
    },
    "camera.denied": { "user.retryCamera": "camera.on.starting" },
    "camera.missing": { "user.retryCamera": "camera.on.starting" },
    "camera.failing": { "user.retryCamera": "camera.on.starting" },
    "picture.none": { "user.pickPicture": "picture.reading" },
    "picture.reading": {
      "readPicture done (of Ben)": "picture.none",
      "readPicture done (of something else)": "picture.none",
      "readPicture done (nothing)": "picture.none",
      "readPicture failed (unknown)": "picture.none",
    },
  },
  excused: helpersDoNotFail("camera"),
  told({ label, before, around }) {
    const goes = (to: string): Wire[] => [["navigation <- navigation.go", { to }]];
    const says = (key: string): Wire[] => [["toasts <- toast.add", { toast: { tone: "error", key } }]];
    const isSeen = isWatching(before.value);
    switch (label) {
      case "scanner.read of Anna":
        return isSeen ? goes(`/userCard?userID=${ANNA}`) : [];
      case "scanner.read of something else":
        return isSeen ? says("codeUnknown") : [];
      case "user.toggleTorch":
        return isSeen && around !== "" ? [["scanner.setTorch", around === "torch lit"]] : [];
      case "readPicture done (of Ben)":
        return goes(`/userCard?userID=${BEN}`);
      case "readPicture done (of something else)":
        return says("codeUnknown");
      case "readPicture done (nothing)":
      case "readPicture failed (unknown)":
        return says("codeMissing");
      default:
        return [];
    }
  },
  noise: {
    "a second picture while the first is read": {
      when: ({ value }) => value.picture === "reading",
      make: ({ app }) =>
        childOf(app, "session", "signedIn", "routeScopes", "scanner")?.send({
          type: "user.pickPicture",
          picture: PICTURE,
        }),
    },
  },
};

interface Value {
  camera: string | { on: string };
}

function isStarting({ camera }: Value): boolean {
  return typeof camera === "object" && camera.on === "starting";
}

function isWatching({ camera }: Value): boolean {
  return typeof camera === "object" && camera.on === "watching";
}

function choose(stage: Stage): Promise<void> {
  return stage.act(() => {
    const field = document.querySelector('input[type="file"]');
    if (!field) throw new Error("No picture can be chosen");
    fireEvent.change(field, { target: { files: [PICTURE] } });
  });
}
