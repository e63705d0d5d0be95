/** What the shell and several screens say. */
export const shell = {
  app: {
    name: "Parley",
    broken: "Parley has stopped",
    brokenHint: "Your messages are safe.",
    restart: "Start again",
  },

  common: {
    back: "Back",
    cancel: "Cancel",
    cannotShow: "This could not be shown",
    clear: "Clear",
    close: "Close",
    confirm: "Confirm",
    copy: "Copy",
    delete: "Delete",
    details: "Details",
    done: "Done",
    loadMore: "Load more",
    loading: "Loading",
    more: "More",
    next: "Next",
    ok: "OK",
    retry: "Retry",
    save: "Save",
    search: "Search",
    someone: "Someone",
    you: "You",
    linkOpensTab: "opens in a new tab",
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

  link: {
    loading: "Loading {{percent}}%",
    connecting: "Connecting",
    syncing: "Syncing",
    offline: "Offline",
    failed: "Connection failed",
    retry: "Retry",
    offlineBar: "No connection. What you write is sent later.",
    online: "Online",
  },

  sync: {
    title: "Getting your messages",
    hint: "This happens once on a new device",
    percent: "{{percent}}%",
    failed: "Messages may be out of date",
  },

  tab: {
    elsewhere: "Parley is open in another tab",
    elsewhereHint: "Messages arrive in one tab at a time.",
    useHere: "Use it here",
  },

  workbench: {
    title: "Workbench",
    meetings: "Meetings",
    callRecord: "Call record",
    scan: "Scan",
    myQR: "My QR code",
    newGroup: "New group",
  },

  screen: {
    register: "Register with an invitation code",
    forgotByPhone: "Forgot password, by phone",
    forgotByEmail: "Forgot password, by email",
    scan: "Scan a QR code",
    addFriendOrGroup: "Add friend or group",
    groupSettings: "Group settings",
    chatSettings: "Chat settings",
    language: "Language",
    accountSettings: "Account settings",
    about: "About",
    callRecord: "Call record",
    soon: "This screen is on its way",
  },

  notFound: {
    title: "Page not found",
    text: "There is nothing at this address.",
    home: "Back to messages",
  },

  time: {
    justNow: "just now",
    minutesAgo: ({ count }: { count: number }) => (count === 1 ? "1 minute ago" : `${count} minutes ago`),
    today: "Today",
    yesterday: "Yesterday",
  },
} as const;
