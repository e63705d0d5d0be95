/** Whether this is `npm run test:all`, which also runs rare stories, and what repeats a story with other data. */
export const isEverything = process.env.EVERYTHING !== undefined;
