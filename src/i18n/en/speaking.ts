/** Recording of a voice message. */
export const speaking = {
  speaking: {
    record: "Record voice",
    bar: "Voice message",
    asking: "Waiting for the microphone",
    recording: "Recording",
    locked: "Recording, hands free",
    stopped: "Recorded. Send or discard it.",
    time: "Recorded time",
    slide: "Slide to cancel",
    lock: "Slide up to go on without holding",
    left: ({ count }: { count: number }) => (count === 1 ? "1 second left" : `${count} seconds left`),
    discard: "Discard recording",
    stop: "Stop recording",
    holdHint: "Hold to speak, release to send.",
    dismiss: "Dismiss",
    denied: "Parley may not use the microphone. Allow it in the browser, then try again.",
    missing: "No microphone was found. Connect one, then try again.",
    inCall: "The microphone is in a call. Record once the call is over.",
    failing: "The microphone does not start. Another program may be using it; try again.",
  },
} as const;
