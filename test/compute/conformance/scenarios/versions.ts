import type { Scenario } from '../player.ts';

/** Which versions there are, and what is none, or no path; which parts the API once had. */
export const versions: Scenario = async ({ ask }) => {
  await ask('GET /');
  await ask('GET /', undefined, { as: 'nobody' });
  await ask('GET ');
  await ask('GET /versions/v2.1');
  await ask('GET /versions/v3');
  await ask('GET /extensions');
  await ask('GET /extensions/os-keypairs');
  await ask('GET /extensions/os-nothing');
  await ask('GET /extensions', undefined, { as: 'nobody' });
  await ask('GET /no-such-path');
  await ask('PATCH /flavors');
  await ask('GET /flavors', undefined, { as: 'nobody' });
};
