// Reads payloads that this client cannot decode as null, so that one odd job never breaks the list of all.
import { defaultPayloadConverter, type Payload, type PayloadCodec } from '@temporalio/common';

export const lenientCodec: PayloadCodec = {
  encode: (payloads) => Promise.resolve(payloads),
  decode: (payloads) =>
    Promise.resolve(payloads.map((payload) => (isReadable(payload) ? payload : unreadable))),
};

const unreadable = defaultPayloadConverter.toPayload(null);

function isReadable(payload: Payload): boolean {
  try {
    defaultPayloadConverter.fromPayload(payload);
    return true;
  } catch {
    return false;
  }
}
