/** Friends, search in lists. */
export const contacts = {
  search: {
    label: "Search",
    clear: "Clear search",
    nothing: "Nothing found",
  },

  contacts: {
    title: "Contacts",
    people: "Requests, groups and blocked people",
    list: "Friend list",
    empty: "No friends yet",
    emptyHint: "Find people by phone number, email, name or ID.",
    loadFailed: "Couldn't load your contacts",
    notFetched: "Couldn't load your contacts",
    newFriends: "New friends",
    newGroups: "Group requests",
    myGroups: "My groups",
    blackList: "Blocked people",
    pending: "{{label}}, {{count}} pending",
  },

  friends: {
    title: "My friends",
    search: "Search friends",
  },
} as const;
