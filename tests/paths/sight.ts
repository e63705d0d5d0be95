/**
 * What a person sees, said in a line each:
 *
 *     "button: Retry"              it is there and can be pressed
 *     "button (busy): Sign in"     it is there and works; "(disabled)", "(current)" and "(checked)" likewise
 *     "textbox: Message = Hi"      a field of that name with that in it
 *     "text: No messages yet"      these words, in one piece
 *     "!button: Retry"             it is not there
 */

export interface Sight {
  isAbsent: boolean;
  role: string;
  condition: string | null;
  name: string;
  value: string | null;
}

/** What a line asks for. */
export function parseSight(line: string): Sight {
  const [, absent = "", role = "", condition = null, words = ""] =
    /^(!?)(\w+)(?: \((\w+)\))?: ([\s\S]*)$/.exec(line) ?? [];
  if (role === "") throw new Error(`"${line}" is no sight`);
  const [name = "", value = null] = role === "textbox" ? words.split(" = ", 2) : [words];
  return { isAbsent: absent === "!", role, condition, name, value };
}
