import type { ComparedNoun } from '../noun.ts';

/** Which versions there are, which parts the API once had, and what is no path. The list of all versions is not compared: Nova has an older API as well. */
export const versionDocuments: ComparedNoun = {
  name: 'version-documents',
  seams: [],
  draw: (prng) => ({
    route: 'version documents and unknown paths',
    method: prng.pick(['GET', 'GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD']),
    path: prng.pick([
      '',
      '/',
      '//',
      '/versions/v2.1',
      '/versions/v2.1/',
      '/versions/V2.1',
      '/versions/v3',
      '/versions',
      '/extensions',
      '/extensions/',
      '/extensions/os-keypairs',
      '/extensions/OS-Keypairs',
      '/extensions/os-cells',
      '/os-agents',
      '/os-cells/x',
      '/os-fping',
      '/servers/x/consoles',
      '/extensions/OS-DCF',
      '/extensions/nope',
      '/nope',
      '/nope/x',
      '/flavorz',
      '/flavors/a/b/c',
      '/flavors/a/nope',
      '/x/y/z/0',
    ]),
  }),
};
