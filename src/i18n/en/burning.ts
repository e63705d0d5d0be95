/** Disappearing messages. */
export const burning = {
  burning: {
    title: "Disappearing messages",
    hint: "New messages disappear for both of you after reading. They can't be copied or forwarded.",
    after: "My messages disappear after",
    placeholder: "Disappears after {{time}}",
    waits: "Disappears {{time}} after reading",
    left: "Disappears in {{time}}",
    seconds: ({ count }: { count: number }) => (count === 1 ? "1 second" : `${count} seconds`),
    minutes: ({ count }: { count: number }) => (count === 1 ? "1 minute" : `${count} minutes`),
    hours: ({ count }: { count: number }) => (count === 1 ? "1 hour" : `${count} hours`),
    days: ({ count }: { count: number }) => (count === 1 ? "1 day" : `${count} days`),
    shortHours: "{{count}} h",
    shortDays: "{{count}} d",
  },
} as const;
