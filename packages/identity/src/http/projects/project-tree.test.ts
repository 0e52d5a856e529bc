import assert from 'node:assert/strict';
import { test } from 'node:test';
import { identityInProcess } from '../../testing/identity-in-process.ts';

test('what is above and below a project is shown by ids, where it is asked for', async () => {
  const { ask, admin, make } = await identityInProcess();
  const a = await make('projects', { name: 'a' });
  const b = await make('projects', { name: 'b', parent_id: a.id });
  const c = await make('projects', { name: 'c', parent_id: b.id });
  const d = await make('projects', { name: 'd', parent_id: a.id });
  const shown = async (id: string, query: string) => {
    const { body } = await ask(`GET /v3/projects/${id}?${query}`, { token: admin });
    return [body.project.parents, body.project.subtree];
  };
  const [above, below] = await shown(b.id, 'parents_as_ids&subtree_as_ids');
  assert.deepEqual([above, below], [{ [a.id]: { default: null } }, { [c.id]: null }]);
  assert.deepEqual(await shown(a.id, 'subtree_as_ids=1'), [
    undefined,
    { [b.id]: { [c.id]: null }, [d.id]: null },
  ]);
  assert.deepEqual(await shown(c.id, 'subtree_as_ids'), [undefined, null]);
  assert.deepEqual(await shown(a.id, 'parents_as_ids=0'), [undefined, undefined]);
  const both = await ask(`GET /v3/projects/${a.id}?parents_as_ids&parents_as_list`, { token: admin });
  assert.deepEqual(
    [both.status, both.body.error.message],
    [400, 'Cannot use parents_as_list and parents_as_ids query params at the same time.'],
  );
});
