/** Texts that the screens of signed-in users share. */
export const tabs = {
  add: {
    title: "Add",
    search: "Search",
    friend: "Add friend",
    newGroup: "New group",
    group: "Join group",
  },

  screen: {
    register: "Register with an invitation code",
    forgotByPhone: "Forgot password, by phone",
    forgotByEmail: "Forgot password, by email",
    scan: "Scan a QR code",
    addFriendOrGroup: "Add friend or group",
    groupSettings: "Group settings",
    appearance: "Appearance",
    language: "Language",
    accountSettings: "Account settings",
    about: "About",
    callRecord: "Call record",
  },

  profile: {
    title: "Me",
    userID: "User ID",
    copyID: "Copy user ID",
    myInfo: "My information",
    logOut: "Sign out",
    logOutTitle: "Sign out of Parley?",
    logOutHint: "Your messages stay on this device.",
    logOutUnsent: ({ count }: { count: number }) =>
      count === 1
        ? "1 message isn't sent yet. It will be lost. Your other messages stay on this device."
        : `${count} messages aren't sent yet. They will be lost. Your other messages stay on this device.`,
    logOutUnknown: "Messages that aren't sent yet will be lost. Your other messages stay on this device.",
    loggingOut: "Signing out",
  },

  workbench: {
    title: "Workbench",
    callRecord: "Call record",
    myCode: "My QR code",
  },

  link: {
    loading: "Loading {{percent}}%",
    connecting: "Connecting",
    syncing: "Syncing",
    offline: "Offline",
    failed: "Connection failed",
    outdated: "Not up to date",
    retry: "Retry",
    offlineBar: "No connection. Messages will be sent later.",
  },

  sync: {
    title: "Getting your messages",
    hint: "This happens once on a new device",
  },

  time: {
    justNow: "just now",
    minutesAgo: "{{count}} min",
    minutes: ({ count }: { count: number }) => (count === 1 ? "1 minute" : `${count} minutes`),
    hours: ({ count }: { count: number }) => (count === 1 ? "1 hour" : `${count} hours`),
    days: ({ count }: { count: number }) => (count === 1 ? "1 day" : `${count} days`),
    today: "Today",
    yesterday: "Yesterday",
  },
} as const;
