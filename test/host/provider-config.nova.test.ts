import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { isUuid } from '@berth/client/is-uuid.ts';
import type { Inventory } from '@berth/client/placement/records.ts';
import { loadProviderConfigs } from '@berth/host/provider-config/load-provider-configs.ts';
import { describeTarget, ProviderConfigError } from '@berth/host/provider-config/provider-config.ts';
import { afterAllCases, draw, runsOf } from '@berth/testing/random-cases.ts';
import { isExplained } from './explained-configs.ts';
import { type Files, randomConfigs } from './random-configs.ts';

/** What becomes of a directory of files: refused with a reason, or [provider, inventories, traits] for each. */
type Verdict =
  | { readonly refused: string }
  | { readonly accepted: readonly (readonly [string, unknown, readonly string[]])[] };

const reason = 'the original Nova is not here (Debian: python3-nova)';
const isHere = spawnSync('/usr/bin/python3', ['-c', 'import nova.compute.provider_config']).status === 0;
if (!isHere && process.env['CI'] === 'true') throw new Error(reason);

test('the same files are taken, and mean the same, as with the original', {
  skip: isHere ? false : reason,
}, () => {
  const cases = draw(randomConfigs, runsOf(700));
  const theirs = askNova(cases);
  const counts = { accepted: 0, refused: 0, explained: 0 };
  const differences: string[] = [];
  for (const [index, files] of cases.entries()) {
    const [ours, original] = [verdictOf(files), theirs[index] as Verdict];
    if (isExplained(ours, original)) counts.explained += 1;
    else if ('accepted' in original) counts.accepted += 1;
    else counts.refused += 1;
    if (isExplained(ours, original)) continue;
    const isSame =
      'refused' in original ? 'refused' in ours : isDeepStrictEqual(ours, withPlainUuids(original));
    if (!isSame) differences.push(`${show(files)}ours: ${show(ours)}theirs: ${show(original)}`);
    if ('refused' in ours)
      for (const line of ours.refused.split('\n')) assert.match(line, /\.yaml(:\d+:\d+)?: /);
  }
  assert.equal(
    differences.length,
    0,
    `${differences.length} differences, such as\n${differences.slice(0, 3).join('\n')}`,
  );
  afterAllCases(() => {
    assert.ok(counts.accepted > 150 && counts.refused > 150, JSON.stringify(counts));
    assert.ok(counts.explained < cases.length / 4, JSON.stringify(counts));
  });
});

/** The original keeps a uuid as it is written, and then finds no provider with one in capitals: to us it is the same uuid. */
function withPlainUuids({ accepted }: Extract<Verdict, { readonly accepted: unknown }>): Verdict {
  return {
    accepted: accepted.map(([target, ...meant]) => [
      isUuid(target.toLowerCase()) ? target.toLowerCase() : target,
      ...meant,
    ]),
  };
}

function askNova(cases: readonly Files[]): readonly Verdict[] {
  const input = cases.map((files) => JSON.stringify(files)).join('\n');
  const { status, stdout, stderr } = spawnSync(
    '/usr/bin/python3',
    [join(import.meta.dirname, 'ask-nova.py')],
    {
      input: `${input}\n`,
      encoding: 'utf8',
      maxBuffer: 256 * 1024 * 1024,
    },
  );
  assert.equal(status, 0, stderr);
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Verdict);
}

function verdictOf(files: Files): Verdict {
  const directory = mkdtempSync(join(tmpdir(), 'berth-provider-config-'));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
    const { configs } = loadProviderConfigs(directory);
    return {
      accepted: configs.map(({ target, inventories, traits }) => [
        describeTarget(target),
        Object.fromEntries(Object.entries(inventories).map(([name, each]) => [name, wireForm(each)])),
        traits.toSorted(),
      ]),
    };
  } catch (error) {
    assert.ok(error instanceof ProviderConfigError, String(error));
    return { refused: error.message.replaceAll(`${directory}/`, '') };
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function wireForm(inventory: Inventory): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(inventory).map(([name, value]) => [
      name.replace(/[A-Z]/, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );
}

function show(value: object): string {
  return `${Object.entries(value)
    .map(([name, each]) => `--- ${name}\n${typeof each === 'string' ? each : JSON.stringify(each)}`)
    .join('\n')}\n`;
}
