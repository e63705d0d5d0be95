import { type DemoPerson, demoAreaCode, demoInvitations, demoPassword } from "./people.ts";

export function accountTable(people: DemoPerson[]): string[] {
  if (people.length === 0) return [];
  const width = Math.max(...people.map(({ nickname }) => columns(nickname)));
  return [
    `Demo accounts, password ${demoPassword}:`,
    ...people.map(({ nickname, phoneNumber, email }) => {
      const padding = " ".repeat(width - columns(nickname));
      return `  ${nickname}${padding}  ${demoAreaCode} ${phoneNumber}  ${email}`;
    }),
    `Invitation codes (optional when registering): ${demoInvitations.join(" ")}`,
  ];
}

/** Terminal columns of a text: Chinese characters take two. */
function columns(text: string): number {
  return [...text].reduce((sum, character) => sum + (/\p{Script=Han}/u.test(character) ? 2 : 1), 0);
}
