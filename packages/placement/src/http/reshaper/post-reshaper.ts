import { noContent } from '@berth/api-kit/endpoint.ts';
import { write } from '../endpoints.ts';
import { reshaperBody } from './bodies.ts';
import { reshaperWords } from './reshaper-words.ts';

export const postReshaper = write({
  route: 'POST /reshaper',
  since: '1.30',
  policy: 'placement:reshaper:reshape',
  body: reshaperBody,
  command: ({ input, now }) => ({ kind: 'reshape', ...input, now }),
  reply: () => noContent,
  words: reshaperWords,
});
