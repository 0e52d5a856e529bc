import { projects } from '../../callers.ts';
import type { Scenario } from '../player.ts';

/** Quotas of projects and classes, the limits that follow from them, and where servers can be asked to go. */
export const quotas: Scenario = async ({ ask }) => {
  const path = `/os-quota-sets/${projects.his}`;
  for (const shown of ['', '/detail', '/defaults']) {
    await ask(`GET ${path}${shown}`);
    await ask(`GET ${path}${shown}?user_id=bob`);
    await ask(`GET /os-quota-sets/unknown${shown}`);
  }
  await ask(`PUT ${path}`, { quota_set: { cores: 40 } });
  await ask(`PUT ${path}`, { quota_set: { cores: 'many' } });
  await ask(`PUT ${path}?user_id=bob`, { quota_set: { cores: 10 } });
  await ask(`PUT ${path}`, { quota_set: { cores: 40 } }, { as: 'member' });
  await ask(`DELETE ${path}?user_id=bob`);
  await ask(`DELETE ${path}`);
  await ask('PUT /os-quota-class-sets/default', { quota_class_set: { cores: 40 } });
  await ask('PUT /os-quota-class-sets/default', { quota_class_set: { cores: 'many' } });
  await ask('PUT /os-quota-class-sets/default', { quota_class_set: { cores: 20 } });
  await ask('GET /os-quota-class-sets/default');
  await ask('GET /limits');
  await ask('GET /limits', undefined, { as: 'reader' });
  await ask(`GET /limits?tenant_id=${projects.his}`, undefined, { as: 'member' });
  await ask('GET /os-availability-zone');
  await ask('GET /os-availability-zone?unknown=1', undefined, { as: 'without roles' });
};
