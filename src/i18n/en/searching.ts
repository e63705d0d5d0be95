/** Global search for contacts, groups and messages. */
export const searching = {
  searching: {
    hint: "Friends, groups and messages",
    prompt: "Find friends, groups and what was said",
    recent: "Recent searches",
    forget: "Forget {{keyword}}",
    forgetAll: "Clear",
    forgetAllTitle: "Clear recent searches?",
    forgetAllHint: "What you searched for on this device is forgotten. Messages stay.",
    friends: "Friends",
    groups: "Groups",
    messages: "Messages",
    moreFriends: "More friends",
    moreGroups: "More groups",
    moreMessages: "More chats",
    count: ({ count }: { count: number }) => (count === 1 ? "1 message" : `${count} messages`),
    nothing: "Nothing found",
    nothingHint: "Messages are searched on this device, as far as they have been loaded here.",
    failed: "Messages could not be searched",
  },
} as const;
