import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settingEntries } from '../config/settings.ts';
import { reloadableKeys } from './reloaded.ts';

test('the settings that are put in force while it serves are those that are said to be read again', () => {
  const said = settingEntries().flatMap(([key, { isReloadable }]) => (isReloadable ? [key] : []));
  assert.deepEqual(said.toSorted(), reloadableKeys.toSorted());
});
