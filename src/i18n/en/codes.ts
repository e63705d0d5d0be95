export const codes = {
  qrCode: {
    group: "Group QR code",
    of: "QR code of {{name}}",
    hintPerson: "Scan it to add me as a friend",
    hintGroup: "Scan it to join the group",
    save: "Save picture",
    notIn: "You are not in this group",
  },

  scan: {
    view: "What the camera sees",
    hint: "Point the camera at a QR code",
    starting: "Starting the camera",
    torchOn: "Light on",
    torchOff: "Light off",
    picture: "From a picture",
    reading: "Looking at the picture",
    denied: "Parley may not use the camera",
    deniedHint: "Allow it in the browser's settings of this page, or choose a picture.",
    missing: "No camera was found",
    failing: "The camera does not start",
    failingHint: "Another program may be using it. You can choose a picture instead.",
    retry: "Try again",
  },
} as const;
