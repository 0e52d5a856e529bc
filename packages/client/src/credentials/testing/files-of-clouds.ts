import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { CloudSources } from '../cloud-settings.ts';

/** A directory with these files in it, as the only place where clouds are looked for. */
export function filesOfClouds(
  t: TestContext,
  files: Readonly<Record<string, string>>,
  rest: Partial<CloudSources> = {},
): CloudSources {
  const directory = mkdtempSync(join(tmpdir(), 'clouds-'));
  t.after(() => rmSync(directory, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
  return { explicit: {}, environment: {}, directory, home: join(directory, 'home'), ...rest };
}
