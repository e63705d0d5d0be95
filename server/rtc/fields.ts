import type { DataPacket } from "@livekit/protocol";

/** A kind of LiveKit's messages. */
interface MessageType<Message> {
  readonly runtime: Pick<typeof DataPacket.runtime, "bin">;
  fromBinary(bytes: Uint8Array, options?: Parameters<typeof DataPacket.fromBinary>[1]): Message;
}

/**
 * Reads a message of at most `maxFields` fields, those of messages in it included. A field may have two bytes and takes
 * some microseconds, so the time depends on the number of fields, not on the size.
 * @returns the message and the number of its fields
 * @throws when the message is malformed or has more fields
 */
export function readMessage<Message>(
  type: MessageType<Message>,
  bytes: Uint8Array,
  maxFields: number,
): { message: Message; fields: number } {
  let fields = 0;
  const message = type.fromBinary(bytes, {
    readerFactory: (all) => {
      const reader = type.runtime.bin.makeReadOptions().readerFactory(all);
      const tag = reader.tag.bind(reader);
      reader.tag = () => {
        fields += 1;
        if (fields > maxFields) throw new Error("too many fields");
        return tag();
      };
      return reader;
    },
  });
  return { message, fields };
}
