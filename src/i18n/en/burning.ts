/** Disappearing messages. */
export const burning = {
  burning: {
    title: "Burn after reading",
    hint: "New messages disappear for both once read, and cannot be copied or forwarded.",
    after: "Mine disappear after",
    placeholder: "Burns after {{time}}",
    waits: "Burns {{time}} after it was read",
    left: "Burns in {{time}}",
    seconds: ({ count }: { count: number }) => (count === 1 ? "1 second" : `${count} seconds`),
    minutes: ({ count }: { count: number }) => (count === 1 ? "1 minute" : `${count} minutes`),
    hours: ({ count }: { count: number }) => (count === 1 ? "1 hour" : `${count} hours`),
    days: ({ count }: { count: number }) => (count === 1 ? "1 day" : `${count} days`),
    shortHours: "{{count}} h",
    shortDays: "{{count}} d",
  },
} as const;
