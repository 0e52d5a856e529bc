import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { givenFiles } from '@berth/testing/given-files.ts';
import { loadConfig } from '../config/load-config.ts';
import { dispatch } from './dispatch.ts';

const placementConf = `[DEFAULT]
debug = true
log_dir = /var/log/placement
[api]
auth_strategy = keystone
[keystone_authtoken]
auth_url = http://keystone.example:5000/v3
auth_type = password
username = placement
password = s3cret
user_domain_name = Default
project_name = service
token_cache_time = 60
memcached_servers = localhost:11211
[placement]
randomize_allocation_candidates = True
typo = 1
[placement_database]
connection = mysql+pymysql://placement:dbsecret@db/placement
[cors]
allowed_origin = https://one.example,https://two.example
`;

async function fromOslo(
  t: TestContext,
  args: (directory: string) => readonly string[],
  conf = placementConf,
) {
  const directory = givenFiles(t, { 'placement.conf': conf });
  const [printed, complaints]: string[][] = [[], []];
  const code = await dispatch(
    {
      args: ['config', 'from-oslo', ...args(directory)],
      environment: {},
      readText: (path) => readFileSync(path, 'utf8'),
      print: (text) => void printed?.push(text),
      complain: (text) => void complaints?.push(text),
      openCloud: () => assert.fail('nothing is served'),
      stopSignal: () => new Promise(() => {}),
    },
    '1.2.3',
  );
  return { code, directory, printed: printed?.join('\n') ?? '', complaints: complaints?.join('\n') ?? '' };
}

test('settings are made of a placement.conf that a service starts with, and say the same', async (t) => {
  const { code, directory, printed, complaints } = await fromOslo(t, (each) => [
    join(each, 'placement.conf'),
    '--output',
    join(each, 'berth.yaml'),
  ]);
  assert.deepEqual([code, printed], [0, '']);
  assert.equal(
    complaints,
    'berth: 11 settings taken; 1 options to be decided by hand, 1 unknown, 1 without a meaning here',
  );
  const path = join(directory, 'berth.yaml');
  assert.equal(statSync(path).mode & 0o777, 0o600);
  const { config } = loadConfig({
    args: ['--config', path],
    environment: {},
    readText: (file) => readFileSync(file, 'utf8'),
  });
  assert.deepEqual(
    [config.authStrategy, config.keystoneUsername, config.keystonePassword?.reveal(), config.keystoneCacheMs],
    ['keystone', 'placement', 's3cret', 60_000],
  );
  assert.deepEqual(
    [config.logLevel, config.logFile, config.randomizesCandidates, config.corsAllowedOrigins],
    ['debug', '/var/log/placement/berth.log', true, ['https://one.example', 'https://two.example']],
  );
  const text = readFileSync(path, 'utf8');
  assert.match(text, /^# Unknown:\n# {3}.*placement\.conf: \[placement\] typo$/m);
  assert.doesNotMatch(text, /dbsecret/);
});

test('without --output it is printed', async (t) => {
  const { code, printed } = await fromOslo(t, (each) => [join(each, 'placement.conf')]);
  assert.equal(code, 0);
  assert.match(printed, /^auth:\n {2}# .*placement\.conf: \[api\] auth_strategy/m);
});

test('what a service would not start with is told, with status 1', async (t) => {
  const { code, complaints } = await fromOslo(
    t,
    (each) => [join(each, 'placement.conf')],
    '[api]\nauth_strategy = keystone',
  );
  assert.equal(code, 1);
  assert.match(complaints, /keystone/);
});

test('a file that cannot be read is wrong usage, and its words are not repeated', async (t) => {
  const { code, complaints } = await fromOslo(t, (each) => [join(each, 'placement.conf')], 'password secret');
  assert.equal(code, 2);
  assert.match(complaints, /placement\.conf: line 1: /);
  assert.doesNotMatch(complaints, /secret/);
  assert.equal((await fromOslo(t, () => [])).code, 2);
  assert.equal((await fromOslo(t, (each) => [join(each, 'placement.conf'), '--service', 'glance'])).code, 2);
});
