/** Sharing of a contact card or a location. */
export const sharing = {
  sharing: {
    card: "Contact card",
    place: "Location",
    pickCard: "Whose card?",
    askCard: "Send this card to {{name}}?",
    another: "Choose somebody else",
    send: "Send",
    locating: "Looking for where you are",
    placeName: "Name of the place",
    placeHint: "Optional, for example “North entrance”",
    accuracy: "Accurate to about {{distance}}",
    metres: "{{count}} m",
    kilometres: "{{count}} km",
  },
} as const;
