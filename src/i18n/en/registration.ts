/** Registration and password reset. */
export const registration = {
  register: {
    title: "Create account",
    getCode: "Get code",
    next: "Next",
    finish: "Finish",
    askLead: "We send you a code to check that it is yours.",
    invitationCode: "Invitation code",
    invitationOptional: "Only if you were given one",
    codeTitle: "Enter the code",
    changePhone: "Change the number",
    changeEmail: "Change the email",
    passwordTitle: "Choose a password",
    confirmPassword: "Confirm password",
    account: "Account: {{account}}",
    nameTitle: "About you",
    nameLead: "This is how others see you.",
    name: "Name",
    gender: "Gender",
    female: "Female",
    male: "Male",
    notSaid: "Not said",
    birthday: "Birthday",
    optional: "Optional",
  },

  forgot: {
    title: "Forgot password",
    askLead: "We send you a code, then you choose a new password.",
    passwordTitle: "Choose a new password",
    passwordLead: "Other devices are signed out.",
  },
} as const;
