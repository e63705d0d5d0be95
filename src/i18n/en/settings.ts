export const settings = {
  about: {
    product: "Product",
    madeWith: "Made with",
  },

  update: {
    ready: "A new version is ready",
    apply: "Update",
    later: "Later",
  },

  portrait: {
    title: "Move and zoom",
    frame: "Picture: move with the arrow keys, zoom with plus and minus",
    zoom: "Zoom",
    use: "Use this picture",
  },

  self: {
    name: "Name",
    notSaid: "Prefer not to say",
    notSet: "Not set",
    future: "Your birthday can't be in the future",
    loadFailed: "Couldn't load your information",
  },

  accountSettings: {
    messages: "New messages",
    quiet: "No sound",
    quietHint: "No sounds for any chat, on any device.",
    sound: "Sound on this device",
    soundHint: "New messages make a sound.",
    notifications: "Notifications",
    notificationsHint: "New messages and calls while you're in another tab or app.",
    previews: "Message previews",
    previewsHint: "Notifications show what a message says.",
    denied: "Notifications are blocked. Allow them for this site in your browser's settings.",
    privacy: "Privacy",
    mayBeAdded: "Friend requests",
    mayBeAddedHint: "Others can send you friend requests.",
    clear: "Clear all chat history",
    clearing: "Clearing all chat history",
    clearTitle: "Clear all chat history?",
    clearHint: "All your messages are removed on every device. Other people keep theirs.",
  },

  appearance: {
    theme: "Theme",
    system: "Same as the system",
    light: "Light",
    dark: "Dark",
    textSize: "Text size",
    small: "Small",
    standard: "Standard",
    large: "Large",
    largest: "Largest",
    wallpaper: "Wallpaper of chats",
    drawings: "Drawings",
    waves: "Waves",
    dots: "Dots",
    none: "None",
    question: "Shall we meet at seven?",
    answer: "Seven is good. See you there",
  },

  notificationOffer: {
    title: "Get notified of new messages?",
    allow: "Turn on",
    decline: "No, thanks",
  },

  changePassword: {
    title: "Change password",
    lead: "You'll be signed out everywhere. Sign in again with the new password.",
    current: "Current password",
    password: "New password",
    confirmation: "Confirm new password",
    action: "Change password",
  },
} as const;
