/** Sharing of a contact card or a location. */
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
} as const;
