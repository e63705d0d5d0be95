/** What messages carry besides words. */
export const attachments = {
  attachment: {
    picture: "Picture",
    sticker: "Sticker",
    video: "Video",
    playVideo: "Play video, {{length}}",
    voice: "Voice message, {{length}}",
    notLoaded: "Could not be loaded",
    notPlayed: "Could not be played",
    retry: "Try again",
    download: "Download {{name}}",
    unnamedFile: "File",
    card: "Contact card",
    openCard: "Contact card of {{name}}",
    location: "Location",
    copyCoordinates: "Copy coordinates",
    history: "Chat history",
    openHistory: "Open chat history: {{title}}",
    historyMore: ({ count }: { count: number }) => (count === 1 ? "1 message" : `${count} messages`),
  },
} as const;
