import { Secret } from "../../../machines/domain/secret.ts";
import { hidesSecrets, type Redaction } from "../../../tools/charts/inspector/sender/redaction.ts";

/** Names of what users write. */
const WRITTEN =
  /^(text|\w*text|caption|words|query|typed|title|lines|fileName|description|address|reason|message|reqMsg|handleMsg|introduction|notification|announcement|remark|searches|recent|note|draft|summary|abstracts|body|latest)$/i;

/**
 * Hides secrets, and the texts of users unless they may be shown. In the content of a message every text but its type
 * is one of a user.
 */
export function redactionOf({ showsTexts }: { showsTexts: boolean }): Redaction {
  const isWritten = (text: string, name: string, within: string) =>
    (text !== "" && WRITTEN.test(name)) ||
    ((within === "content" || within === "enclosure") && name !== "type");
  return {
    hidesText: (text, name, within) =>
      hidesSecrets.hidesText(text, name, within) || (!showsTexts && isWritten(text, name, within)),
    hidesObject: (value) => value instanceof Secret,
  };
}
