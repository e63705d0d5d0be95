/** Texts of the shell, and texts that several screens share. */
export const shell = {
  app: {
    name: "Parley",
    broken: "Parley has stopped",
    brokenHint: "Your messages are safe.",
    restart: "Restart",
  },

  common: {
    back: "Back",
    cancel: "Cancel",
    call: "Call",
    cannotShow: "Couldn't show this",
    details: "Details",
    hangUp: "Hang up",
    loadMore: "Load more",
    loading: "Loading",
    retry: "Retry",
    someone: "Someone",
    you: "You",
  },

  tabs: {
    main: "Main",
    messages: "Messages",
    contacts: "Contacts",
    workbench: "Workbench",
    me: "Me",
    withUnread: "{{label}}, {{count}} unread",
    withPending: "{{label}}, {{count}} pending",
  },

  tab: {
    elsewhere: "Parley is open in another tab",
    elsewhereHint: "Parley works in one tab at a time.",
    useHere: "Use here",
  },

  notFound: {
    title: "Page not found",
    text: "Check the address and try again.",
    home: "Back to messages",
  },
} as const;
