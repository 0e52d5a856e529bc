import { serviceAnswer } from '@berth/client/service-answer.ts';
import type { Transport } from '@berth/client/transport.ts';

/** How a host reads its tree; the same report client, to which a service shows more or less of what it can. */
export type Way = keyof typeof ways;

export const ways = {
  /** Berth's call for a whole tree, with the tag of the last answer. */
  'whole tree, tag': (transport) => transport,
  /** The same without tags: each answer is the whole tree. */
  'whole tree': (transport) => ({
    send: async (request) => {
      const answer = await transport.send(request);
      return { ...answer, headers: { ...answer.headers, etag: undefined } };
    },
    close: () => transport.close(),
  }),
  /** Only what every Placement has: nothing is sent for Berth's own calls. */
  'provider by provider': (transport) => ({
    send: async (request) =>
      request.path.startsWith('/berth/') ? serviceAnswer(404, {}, '') : transport.send(request),
    close: () => transport.close(),
  }),
} as const satisfies Readonly<Record<string, (transport: Transport) => Transport>>;
