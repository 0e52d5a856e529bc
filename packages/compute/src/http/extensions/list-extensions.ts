import { notFound } from '@berth/api-kit/http-error.ts';
import { aboutNobody, base, endpoint, json } from '../endpoint.ts';
import { novaExtensions } from './nova-extensions.ts';

const extensions = novaExtensions.map(([alias, name, description]) => ({
  alias,
  name,
  description,
  links: [],
  namespace: 'http://docs.openstack.org/compute/ext/fake_xml',
  updated: '2014-12-03T00:00:00Z',
}));

export const listExtensions = endpoint({
  route: `GET ${base}/extensions`,
  policy: 'os_compute_api:extensions',
  target: aboutNobody,
  run: () => json(200, { extensions }),
});

export const showExtension = endpoint({
  route: `GET ${base}/extensions/{id}`,
  policy: 'os_compute_api:extensions',
  target: aboutNobody,
  run: ({ params: { id } }) => {
    const extension = extensions.find(({ alias }) => alias === id);
    if (extension === undefined) throw notFound('The resource could not be found.');
    return json(200, { extension });
  },
});
