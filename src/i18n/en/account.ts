/** Signing in, registering, and the own account. */
export const account = {
  login: {
    welcome: "Welcome to Parley",
    method: "Sign in with",
    phone: "Phone",
    email: "Email",
    phoneNumber: "Phone number",
    emailAddress: "Email",
    password: "Password",
    code: "Verification code",
    areaCode: "Country or region",
    areaCodeChosen: "Country or region, {{name}} {{dial}}",
    searchAreaCode: "Search by name or number",
    noAreaCode: "No country or region found",
    showPassword: "Show password",
    hidePassword: "Hide password",
    sendCode: "Send code",
    resendIn: "Send again in {{seconds}} s",
    codeSentTo: "We sent a code to {{target}}",
    signIn: "Sign in",
    createAccount: "Create account",
    forgotPassword: "Forgot password?",
    version: "Version {{version}}",
    useCodeInstead: "Use a code instead",
    usePasswordInstead: "Use the password instead",
    backToSignIn: "Back to sign in",
  },

  register: {
    title: "Create account",
    soon: "Creating an account comes with the next version of Parley.",
  },

  forgot: {
    title: "Forgot password",
    soon: "Resetting the password comes with the next version of Parley.",
  },

  validation: {
    passwordRule: "6 to 20 characters, with letters and digits",
    codeRule: "6 digits",
    codeValidity: "The code is valid for 10 minutes",
    phoneInvalid: "Please enter a correct phone number",
    emailInvalid: "Please enter a correct email",
    invitationCode: "Please enter an invitation code",
    passwordFormat: "Incorrect password format",
    passwordMismatch: "The passwords do not match",
    empty: "Content cannot be empty",
    recordingTooShort: "The recording is too short",
    passwordMissing: "Please enter your password",
    codeInvalid: "Please enter the 6-digit code",
  },

  profile: {
    title: "Me",
    userID: "User ID",
    copyID: "Copy user ID",
    language: "Language",
    logOut: "Log out",
    logOutTitle: "Log out of Parley?",
    logOutHint: "Messages stay on this device.",
    loggingOut: "Logging out",
  },

  language: { zh: "简体中文", en: "English" },
} as const;
