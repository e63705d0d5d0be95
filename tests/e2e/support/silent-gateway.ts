import { decodeResponse } from "../../server/support/gob-client.ts";
import { type Gateway, layGateway, unpacked } from "./gateway.ts";

/** OpenIM's request number for online status. */
const onlineStatus = 2005;
/** The start of a client's frame with that number, as gob encodes it. */
const asking = Buffer.from([0x01, 0xfe, 0x0f, 0xaa]);

/**
 * The product's gateway, and once it is silent in the manner of a standalone OpenIM: it answers who is online, and
 * pushes no changes.
 */
export interface SilentGateway extends Gateway {
  /** From now on it pushes no changes. */
  silence(): void;
}

export async function laySilentGateway(origin: string): Promise<SilentGateway> {
  let isSilent = false;
  const gateway = await layGateway(origin, () => {
    let questions = 0;
    return {
      onSent(frame) {
        if (frame.includes(asking)) questions += 1;
      },
      onReceived(packed) {
        const isStatus = decodeResponse(unpacked(packed)).reqIdentifier === onlineStatus;
        const passes = !isStatus || !isSilent || questions > 0;
        if (isStatus && questions > 0) questions -= 1;
        return passes ? packed : null;
      },
    };
  });
  return {
    ...gateway,
    silence() {
      isSilent = true;
    },
  };
}
