import { notFound } from '@berth/api-kit/http-error.ts';
import { aboutNobody, base, endpoint, json } from '../endpoint.ts';
import { extensionNames } from './extension-names.ts';

const policy = 'os_compute_api:extensions';

export const listExtensions = endpoint({
  route: `GET ${base}/extensions`,
  policy,
  target: aboutNobody,
  run: () => json(200, { extensions: [...extensions.values()] }),
});

export const showExtension = endpoint({
  route: `GET ${base}/extensions/{alias}`,
  policy,
  target: aboutNobody,
  run: ({ params }) => {
    const extension = extensions.get(params['alias'] ?? '');
    if (!extension) throw notFound('The resource could not be found.');
    return json(200, { extension });
  },
});

const extensions = new Map(
  Object.entries(extensionNames).map(([alias, name]) => [
    alias,
    {
      alias,
      description: `${wordsOf(name)}.`,
      links: [],
      name,
      // As in the original, for all of them.
      namespace: 'http://docs.openstack.org/compute/ext/fake_xml',
      updated: '2014-12-03T00:00:00Z',
    },
  ]),
);

function wordsOf(name: string): string {
  return name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');
}
