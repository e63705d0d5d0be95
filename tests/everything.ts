/** Whether this is `npm run test:all`, which also runs rare stories, and what repeats a story with other data. */
export const isEverything = process.env.EVERYTHING !== undefined;

const BROWSER = [
  ...["burning", "every-kind", "firefox", "foreign-inspector", "gallery", "gaps", "group-reloads", "history"],
  ...[
    "hostile",
    "inspection",
    "large-text",
    "own-devices",
    "own-profile",
    "playback",
    "presence",
    "profiles",
    "push-acts",
  ],
  ...[
    "requests",
    "rooms-of-many",
    "routes",
    "scan",
    "sending",
    "shares",
    "strangers",
    "two-tabs",
    "unsent",
    "voice",
  ],
  "welcome",
];
const SERVER = [
  "chat/hashing",
  "objects/killed",
  "process/disk-full",
  "process/store",
  "rtc/network-emulator",
];
const SCREENS = ["call/media-session", "call/picture-window", "state-picture"];

/** Runs only by its name: it tries edits of the charts for many minutes. */
export const MUTATION_FILE = "tests/charts/mutation.test.ts";

/** Files that only `npm run test:all` runs: they take long for what they add to other tests. */
export const LONG_RUN_FILES = [
  ...BROWSER.map((name) => `tests/e2e/${name}.test.ts`),
  ...SERVER.map((name) => `tests/server/${name}.test.ts`),
  ...SCREENS.map((name) => `tests/ui/${name}.test.tsx`),
  "tests/charts/foreign-project.test.ts",
  "tools/charts/tests/mutate.test.ts",
];
