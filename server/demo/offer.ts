import type { IncomingMessage, ServerResponse } from "node:http";
import type { Database } from "../store/database.ts";
import { type DemoPerson, demoAreaCode, demoPassword, demoPeople } from "./people.ts";

/** Mount of demo-only routes. Without a demo they do not exist. */
const mount = "/demo/";
const peoplePath = `${mount}people`;

export type DemoHandler = (request: IncomingMessage, response: ServerResponse) => boolean;

function knownPeople(db: Database): DemoPerson[] {
  const select = db.prepare<Pick<DemoPerson, "nickname" | "faceURL">>(
    "SELECT nickname, faceURL FROM accounts WHERE userID = ?",
  );
  return Object.values(demoPeople).flatMap((person) => {
    const account = select.get(person.userID);
    return account === undefined ? [] : [{ ...person, ...account }];
  });
}

/** Lists the demo accounts for the sign-in screen: GET /demo/people. */
export function createOffer(db: Database): DemoHandler {
  const offer = () => ({
    password: demoPassword,
    people: knownPeople(db).map(({ userID, nickname, faceURL, phoneNumber }) => {
      return { userID, nickname, faceURL, areaCode: demoAreaCode, phoneNumber };
    }),
  });
  return (request, response) => {
    if (pathOf(request) !== peoplePath) return refuseDemo(request, response);
    if (request.method !== "GET" && request.method !== "HEAD") {
      response.writeHead(405, { Allow: "GET, HEAD" }).end();
      return true;
    }
    response.writeHead(200, {
      "Content-Type": "application/json; charset=utf-8",
      "Cache-Control": "no-store",
    });
    response.end(request.method === "HEAD" ? undefined : JSON.stringify(offer()));
    return true;
  };
}

/** Answers 404 below /demo/. A server of a single-page app would return the page. */
export const refuseDemo: DemoHandler = (request, response) => {
  if (!pathOf(request).startsWith(mount)) return false;
  response.writeHead(404).end();
  return true;
};

function pathOf({ url = "" }: IncomingMessage): string {
  return url.split("?", 1)[0] ?? "";
}
