import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { givenFiles } from '@berth/testing/given-files.ts';
import { openedBerth } from '../client/opened-berth.ts';
import { berthCommand } from '../command-line/berth-command.ts';

const cloud = `
resource_classes: [CUSTOM_FPGA]
traits: [CUSTOM_FAST]
providers:
  - name: rack
    children:
      - name: shelf
        inventories: {CUSTOM_FPGA: {total: 4, max_unit: 1}}
        traits: [CUSTOM_FAST]
        aggregates: [aaaaaaaa-0000-4000-8000-000000000001]
flavors:
  - {name: small, id: 7, ram: 512, vcpus: 1, disk: 1, description: little, extra_specs: {own:ratio: 1.0}}
  - {name: mine, ram: 512, vcpus: 1, disk: 1, public: false, projects: [one, two]}
`;

/** A Berth of its own, and a file: FILE in commands. */
async function given(t: TestContext, text: string) {
  const berth = await openedBerth();
  t.after(() => berth[Symbol.asyncDispose]());
  const directory = givenFiles(t, { 'cloud.yaml': text });
  const path = join(directory, 'cloud.yaml');
  const environment = {
    OS_AUTH_TYPE: 'admin_token',
    OS_ENDPOINT: berth.url,
    OS_TOKEN: 'admin',
    HOME: directory,
  };
  const run = (command: string, confirm?: (question: string) => Promise<boolean>) =>
    berthCommand(command.replace('FILE', path).split(' '), environment, confirm);
  const names = async () =>
    (await run('resource provider list -f value -c name --sort-column name')).output.trim().split('\n');
  return { run, names, write: (changed: string) => writeFileSync(path, changed) };
}

test('what apply has done it does not do again, and diff says so with its status', async (t) => {
  const { run } = await given(t, cloud);
  const first = await run('diff -f FILE');
  assert.equal(first.status, 3, first.complaints);
  assert.match(first.output, /^\+ resource class CUSTOM_FPGA\n/);
  assert.match(first.output, /\n11 changes: 6 to make, 5 to change, 0 to delete\.\n$/);
  const done = await run('apply -f FILE --yes');
  assert.deepEqual([done.status, done.complaints], [0, '']);
  assert.equal(done.output, `${first.output}Done: 11 changes.\n`);
  for (const command of ['diff -f FILE', 'apply --file FILE --yes']) {
    const again = await run(command);
    assert.deepEqual([again.status, again.output], [0, 'There is nothing to do: all is as the file says.\n']);
  }
  const json = await run('diff -f FILE --json --prune flavors');
  assert.deepEqual([json.status, JSON.parse(json.output)], [0, { changes: [] }]);
  assert.equal((await run('flavor show small -f value -c properties')).output, "{'own:ratio': '1.0'}\n");
});

test('whoever can be asked is asked, and has to say yes', async (t) => {
  const { run, names } = await given(t, cloud);
  const nobody = await run('apply -f FILE');
  assert.equal(nobody.status, 2);
  assert.match(nobody.complaints, /needed: --yes, as there is nobody to ask/);
  const questions: string[] = [];
  const answer = (isYes: boolean) => async (question: string) => {
    questions.push(question);
    return isYes;
  };
  const refused = await run('apply -f FILE', answer(false));
  assert.deepEqual([refused.status, refused.complaints], [1, 'Nothing was done.\n']);
  assert.deepEqual(await names(), ['']);
  assert.equal((await run('apply -f FILE', answer(true))).status, 0);
  assert.deepEqual(questions, ['Make 11 changes?', 'Make 11 changes?']);
  assert.deepEqual(await names(), ['rack', 'shelf']);
});

test('a file that is wrong is refused whole', async (t) => {
  const { run, names } = await given(t, cloud.replace('name: rack', 'name: rack\n    trait: []'));
  const { status, complaints } = await run('apply -f FILE --yes');
  assert.equal(status, 1);
  assert.match(complaints, /cloud\.yaml:6:5: 'trait' is no member of a provider \(did you mean 'traits'\?\)/);
  assert.deepEqual(await names(), ['']);
  const missing = await run('diff -f /nonexistent/cloud.yaml');
  assert.deepEqual(
    [missing.status, missing.complaints],
    [1, '/nonexistent/cloud.yaml: cannot be read (ENOENT)\n'],
  );
});

test('a step that is refused ends it; what was done is told, and later the same command does the rest', async (t) => {
  const { run, write, names } = await given(t, cloud);
  await run('apply -f FILE --yes');
  const consumer = 'cccccccc-0000-4000-8000-000000000001';
  const held = await run(
    `resource provider allocation set ${consumer} --allocation rp=shelf,CUSTOM_FPGA=1 --project-id p --user-id u --consumer-type INSTANCE`,
  );
  assert.equal(held.status, 0, held.complaints);
  write(
    cloud
      .replace('{CUSTOM_FPGA: {total: 4, max_unit: 1}}', '{}')
      .replace('flavors:', '  - {name: other}\nflavors:')
      .replace('little', 'small'),
  );
  const { status, complaints } = await run('apply -f FILE --yes');
  assert.equal(status, 1);
  assert.match(complaints, /^~ inventories of shelf: .*in use.* \(HTTP 409\) \(Request-ID: req-/);
  assert.match(
    complaints,
    /\nDone: 1 change\.\n {2}\+ provider other\nNot done: 2 changes\.\n {2}~ inventories of shelf\n {2}~ description of flavor small\n/,
  );
  assert.deepEqual(await names(), ['other', 'rack', 'shelf']);
  await run(`resource provider allocation delete ${consumer}`);
  assert.match((await run('apply -f FILE --yes')).output, /\nDone: 2 changes\.\n$/);
});

test('what the file does not have is deleted when that is asked for, but for hosts', async (t) => {
  const { run, write, names } = await given(t, cloud);
  await run('apply -f FILE --yes');
  await run('resource provider create host1');
  await run('resource provider trait set host1 --trait COMPUTE_NODE');
  write('providers: [{name: pool}]\nflavors: []');
  assert.equal((await run('apply -f FILE --yes')).status, 0);
  assert.deepEqual(await names(), ['host1', 'pool', 'rack', 'shelf']);
  const pruned = await run('apply -f FILE --yes --prune providers --prune flavors');
  assert.match(pruned.output, /^- provider shelf .*\n- provider rack .*\n- flavor /);
  assert.match(pruned.output, /\n4 changes: 0 to make, 0 to change, 4 to delete\.\nDone: 4 changes\.\n$/);
  assert.deepEqual(await names(), ['host1', 'pool']);
  assert.equal((await run('diff -f FILE --prune providers --prune flavors')).status, 0);
});

test('a flavor of other sizes is left alone, unless it may be made anew', async (t) => {
  const { run, write } = await given(t, cloud);
  await run('apply -f FILE --yes');
  write(cloud.replace('id: 7, ram: 512', 'id: 7, ram: 1024'));
  const refused = await run('apply -f FILE --yes');
  assert.equal(refused.status, 1);
  assert.match(
    refused.complaints,
    /ram is 512, and would be 1024\. Compute cannot change that; --replace-flavors/,
  );
  assert.equal((await run('apply -f FILE --yes --replace-flavors')).status, 0);
  assert.equal((await run('flavor show small -f value -c ram')).output, '1024\n');
});
