import type { ComparedNoun } from '../noun.ts';

/** Which versions there are. Ours has newer ones and no older API, so only what is below the version is compared here. */
export const versionDocuments: ComparedNoun = {
  name: 'version-documents',
  seams: [],
  draw: (prng) => ({
    route: 'unknown paths',
    method: prng.pick(['GET', 'POST', 'PUT', 'DELETE', 'PATCH']),
    path: prng.pick([
      '/nope',
      '/nope/x',
      '/flavorz',
      '/flavors/a/b/c',
      '/flavors/a/nope',
      '/servers/detail/x/y',
    ]),
  }),
};
