/** Global search for contacts, groups and messages. */
export const searching = {
  searching: {
    hint: "Friends, groups and messages",
    prompt: "Search friends, groups and messages",
    recent: "Recent searches",
    forget: "Remove {{keyword}}",
    forgetAll: "Clear",
    forgetAllTitle: "Clear recent searches?",
    forgetAllHint: "Your searches on this device are removed. Messages stay.",
    friends: "Friends",
    groups: "Groups",
    messages: "Messages",
    moreFriends: "More friends",
    moreGroups: "More groups",
    moreMessages: "More chats",
    count: ({ count }: { count: number }) => (count === 1 ? "1 message" : `${count} messages`),
    nothing: "Nothing found",
    findPeople: "Find new people",
    nothingHint: "Only messages loaded on this device are searched.",
    failed: "Couldn't search messages",
  },
} as const;
