import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readBody, streamBody } from '@berth/api-kit/request.ts';
import type { ApiResponse } from '@berth/api-kit/response.ts';
import type { Handle } from '@berth/api-kit/service.ts';
import { forWorkers } from './for-workers.ts';

const answers: Readonly<Record<string, { readonly handle: Handle; readonly ends: 'left' | 'read' }>> = {
  'without a look at it': { handle: () => answer(404), ends: 'left' },
  'after its beginning': {
    handle: async ({ body }) => {
      for await (const piece of streamBody(body)) if (piece.length > 0) break;
      return answer(400);
    },
    ends: 'left',
  },
  'when all of it is read': {
    handle: async (request) => answer(200, String((await readBody(request)).length)),
    ends: 'read',
  },
  'with a fault': {
    handle: () => {
      throw new Error('a bug');
    },
    ends: 'left',
  },
};

for (const [when, { handle, ends }] of Object.entries(answers)) {
  test(`a body that comes from another thread is over when it is answered ${when}`, async () => {
    let [given, end] = [0, 'none'];
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (++given <= 3) controller.enqueue(new Uint8Array(1_000));
        else {
          controller.close();
          end = 'read';
        }
      },
      cancel() {
        end = 'left';
      },
    });
    const headers = { 'content-type': 'application/octet-stream' };
    const request = { method: 'PUT', target: '/', headers, origin: 'http://h', remoteAddress: '' };
    const answered = forWorkers(handle)({ ...request, body: { length: null, stream } });
    await answered.catch(() => undefined);
    assert.equal(end, ends);
  });
}

function answer(status: number, body = ''): ApiResponse {
  return { status, headers: {}, body };
}
