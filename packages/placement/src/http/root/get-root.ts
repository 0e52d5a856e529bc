import { json, read } from '../endpoints.ts';
import { versions } from '../versions.ts';

/** Which versions there are: what a client asks first, and may ask without a token. */
const document = {
  versions: [
    {
      id: `v${versions.oldest}`,
      max_version: versions.newest,
      min_version: versions.oldest,
      status: 'CURRENT',
      links: [{ rel: 'self', href: '' }],
    },
  ],
};

export const getRoot = read({
  route: 'GET /',
  policy: null,
  answer: ({ now }) => json(document, { lastModified: now }),
});
