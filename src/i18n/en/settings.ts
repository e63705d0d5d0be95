export const settings = {
  about: {
    product: "Product",
    madeWith: "Made with",
  },

  portrait: {
    title: "Move and zoom",
    frame: "Picture: arrows move it, plus and minus zoom",
    zoom: "Zoom",
    use: "Use this picture",
  },

  self: {
    name: "Name",
    notSaid: "Not said",
    notSet: "Not set",
    future: "A birthday cannot be in the future",
    loadFailed: "Your information could not be loaded",
  },

  accountSettings: {
    messages: "New messages",
    quiet: "Do not disturb",
    quietHint: "Messages of all chats come without a sound, on all your devices.",
    sound: "Sound",
    soundHint: "New messages are heard on this device.",
    privacy: "Privacy",
    mayBeAdded: "Friend requests",
    mayBeAddedHint: "Others may ask to add you as a friend.",
    clear: "Clear all chat history",
    clearing: "Clearing all chat history",
    clearTitle: "Clear all chat history?",
    clearHint:
      "The messages of all your chats are removed for you, on every device. Other people keep theirs.",
  },

  changePassword: {
    title: "Change password",
    lead: "You are signed out on all devices, and sign in with the new password.",
    current: "Current password",
    password: "New password",
    confirmation: "New password again",
    action: "Change password",
  },
} as const;
