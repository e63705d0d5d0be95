/** Sharing of a contact card or a location, and shares from other apps. */
export const sharing = {
  sharing: {
    card: "Contact card",
    place: "Location",
    pickCard: "Choose a contact card",
    askCard: "Send this card to {{name}}?",
    another: "Choose another friend",
    send: "Send",
    locating: "Finding your location",
    placeName: "Name of the place",
    placeHint: "Optional, for example “North entrance”",
    accuracy: "Accurate to about {{distance}}",
    metres: "{{count}} m",
    kilometres: "{{count}} km",
  },

  incomingShare: {
    title: "Send to",
    shared: "Shared content",
    files: ({ count }: { count: number }) => `${count} files`,
    cut: "The text is shortened to {{limit}} characters.",
    leftOut: ({ count }: { count: number }) =>
      count === 1
        ? "1 file is left out: it is too large, or there are too many."
        : `${count} files are left out: they are too large, or there are too many.`,
    tooLarge: "The shared files are too large",
    missing: "There is nothing to send here",
    missingHint: "What was shared did not arrive, or it was sent or dropped already. You can share it again.",
    toChats: "Go to chats",
  },
} as const;
