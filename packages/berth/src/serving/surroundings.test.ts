import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usualSettings } from '@berth/placement/testing/usual-settings.ts';
import { loadConfig } from '../config/load-config.ts';
import { cloud } from '../cloud/cloud.ts';
import { appSettingsOf, placementSettingsOf } from '../cloud/serve-placement.ts';
import { surroundingsOf } from './surroundings.ts';
import { EventCounts } from '../metrics/event-counts.ts';
import { createLog } from '../log/log.ts';

test('refused logins, those that cannot be checked, searches that were cut and empty answers are counted', async () => {
  const events = new EventCounts();
  const log = createLog({ logLevel: 'silent', logFormat: 'json' }, { write: () => {}, isTerminal: false });
  const settings = (...args: string[]) => {
    const { config } = loadConfig({
      args,
      environment: { BERTH_KEYSTONE_PASSWORD: 'p' },
      readText: () => '',
    });
    return placementSettingsOf(surroundingsOf(config, cloud.rules, log, events));
  };
  const open = settings();
  await open.authenticate({ 'x-auth-token': 'admin' });
  await open.authenticate({});
  open.onSearchCut?.();
  open.onEmptyAnswer?.('capacity');
  // Nobody listens there.
  const away = settings(
    '--auth-strategy=keystone',
    '--keystone-auth-url=http://127.0.0.1:1/',
    '--keystone-username=placement',
  );
  await away.authenticate({});
  await away.authenticate({ 'x-auth-token': 'abc' });
  const lines = events.render().match(/^berth_\S+ [1-9]\d*$/gm);
  assert.deepEqual(lines, [
    'berth_logins_refused_total 2',
    'berth_logins_unavailable_total 1',
    'berth_empty_answers_total{reason="capacity"} 1',
    'berth_searches_cut_total 1',
  ]);
});

test('tests of the service have the settings that it has where nobody sets anything', () => {
  const { config } = loadConfig({ args: [], environment: {}, readText: () => '' });
  assert.deepEqual(appSettingsOf(config), usualSettings);
});
