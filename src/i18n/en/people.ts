/** Finding people, who they are to oneself, and asking them to become friends. */
export const people = {
  finding: {
    friend: "Add friend",
    group: "Join group",
    search: "Search",
    friendHint: "ID, phone, email or name",
    groupHint: "Group ID",
    results: "Results",
    userID: "User ID {{id}}",
    groupID: "Group ID {{id}}",
    nobody: "Nobody found",
    nobodyHint: "Check what you typed, or try another way: ID, phone number, email or name.",
    noGroup: "No group found",
    noGroupHint: "Groups are found by their whole ID.",
  },
} as const;
