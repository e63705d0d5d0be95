/** What an inspector does not see. */
export interface Redaction {
  /**
   * Whether a text is hidden.
   * @param name the name of its field; of a text in a list, the name of the list
   * @param within the name of the field that holds the object with the text
   */
  hidesText(text: string, name: string, within: string): boolean;
  /** Whether an object is hidden with all that it has. */
  hidesObject(value: object): boolean;
}

export const HIDDEN = "•••";

/** Names of credentials and contact data. Their values are never shown. */
const SECRET =
  /token|password|secret|credential|authorization|cookie|signature|invitationcode|phonenumber|email/i;
const JWT = /^[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}$/;
const DIGITS = /^\d{4,8}$/;

/** Hides credentials and contact data by their names, one-time codes, and signed tokens by their form. */
export const hidesSecrets: Redaction = {
  hidesText: (text, name) =>
    text !== "" && (SECRET.test(name) || JWT.test(text) || (name === "code" && DIGITS.test(text))),
  hidesObject: () => false,
};
