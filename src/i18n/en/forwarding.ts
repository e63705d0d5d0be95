/** Selection of several messages, and forwarding. */
export const forwarding = {
  selection: {
    count: ({ count }: { count: number }) => `${count} selected`,
    choose: "{{name}}, {{time}}, {{words}}",
    actions: "Selected messages",
    forward: "Forward",
    delete: "Delete",
    deleteTitle: ({ count }: { count: number }) =>
      count === 1 ? "Delete this message?" : `Delete ${count} messages?`,
    deleteHint: "Removed for you only.",
  },

  forwarding: {
    title: "Forward to",
    confirm: "Forward",
    chats: "Chats",
    recent: "Recent chats",
    friends: "Friends",
    groups: "Groups",
    search: "Search chats",
    empty: "There is nobody yet to forward to",
    nothing: "Nothing found",
    picked: "Chosen chats",
    unpick: "Remove {{name}}",
    next: ({ count }: { count: number }) => (count === 0 ? "Next" : `Next (${count})`),
    manner: "How to forward",
    merged: "Combined",
    each: "One by one",
    count: ({ count }: { count: number }) => `${count} messages`,
    word: "Add a message",
    send: "Send",
    historyOf: "Chat history of {{first}} and {{second}}",
    historyOfGroup: "Group chat history",
  },
} as const;
