/** Whether this is `npm run test:all`, which also runs rare stories, and what repeats a story with other data. */
export const isEverything = process.env.EVERYTHING !== undefined;

/**
 * Browser tests that only `npm run test:all` runs, by the names of their files: they take long for what they add to
 * other tests. Each requirement that they name is also named by a test of every run.
 */
export const LONG_RUN_FILES = [
  ...["burning", "every-kind", "firefox", "foreign-inspector", "gallery", "gaps", "group-reloads", "history"],
  ...["large-text", "own-profile", "playback", "presence", "profiles", "requests", "rooms-of-many", "routes"],
  ...["scan", "shares", "strangers", "welcome"],
];
