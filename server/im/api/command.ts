import * as v from "valibot";
import type { ApiRoutes } from "../../http.ts";
import type { UserCommands } from "../domain/commands.ts";
import { type Endpoint, kept, note, requireSelf, someID, storedText } from "./endpoint.ts";

const type = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2 ** 31 - 1));
const one = { userID: someID, type, uuid: someID };

/** /user/process_user_command_* endpoints: small records that a client stores for its user. */
export function commandRoutes({
  endpoint,
  commands,
}: {
  endpoint: Endpoint;
  commands: UserCommands;
}): ApiRoutes {
  return {
    "/user/process_user_command_add": endpoint(
      v.object({ ...one, value: note, ex: note }),
      ({ userID, ...command }, me) => {
        requireSelf(me, userID);
        commands.add(userID, command);
      },
    ),
    "/user/process_user_command_update": endpoint(
      v.object({ ...one, value: kept(storedText), ex: kept(storedText) }),
      ({ userID, ...command }, me) => {
        requireSelf(me, userID);
        commands.update(userID, command);
      },
    ),
    "/user/process_user_command_delete": endpoint(v.object(one), ({ userID, ...command }, me) => {
      requireSelf(me, userID);
      commands.remove(userID, command);
    }),
    "/user/process_user_command_get": endpoint(v.object({ userID: someID, type }), ({ userID, type }, me) => {
      requireSelf(me, userID);
      return { CommandResp: commands.list(userID, type) };
    }),
    "/user/process_user_command_get_all": endpoint(v.object({ userID: someID }), ({ userID }, me) => {
      requireSelf(me, userID);
      return { CommandResp: commands.list(userID, null) };
    }),
  };
}
