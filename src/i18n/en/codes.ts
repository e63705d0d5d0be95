export const codes = {
  qrCode: {
    group: "Group QR code",
    of: "QR code of {{name}}",
    hintPerson: "Scan to add me as a friend",
    hintGroup: "Scan to join the group",
    save: "Save picture",
    notIn: "You're not in this group",
  },

  scan: {
    view: "Camera view",
    hint: "Point the camera at a QR code",
    starting: "Starting the camera",
    torchOn: "Light on",
    torchOff: "Light off",
    picture: "Choose a picture",
    reading: "Reading the picture",
    denied: "Parley can't use the camera",
    deniedHint: "Allow it in the browser, or choose a picture.",
    missing: "No camera found",
    failing: "The camera doesn't start",
    failingHint: "Another app may be using it. You can choose a picture instead.",
    retry: "Retry",
  },
} as const;
