/**
 * What a user sees, one line each:
 *
 *     "button: Retry"              shown, and can be pressed
 *     "button (busy): Sign in"     shown and working; "(disabled)", "(current)" and "(checked)" likewise
 *     "textbox: Message = Hi"      a field of that name with that value
 *     "text: No messages yet"      exactly this text, in one piece
 *     "!button: Retry"             not shown
 */

export interface ScreenExpectation {
  isAbsent: boolean;
  role: string;
  condition: string | null;
  name: string;
  value: string | null;
}

export function parseExpectation(line: string): ScreenExpectation {
  const [, absent = "", role = "", condition = null, words = ""] =
    /^(!?)(\w+)(?: \((\w+)\))?: ([\s\S]*)$/.exec(line) ?? [];
  if (role === "") throw new Error(`"${line}" is no expectation`);
  const [name = "", value = null] = role === "textbox" ? words.split(" = ", 2) : [words];
  return { isAbsent: absent === "!", role, condition, name, value };
}
