import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dispatch } from '@berth/berth/commands/dispatch.ts';
import type { Ended } from '../clients/client-commands.ts';

/** Runs a client command of `berth` in this process. */
export async function berthCommand(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
  /** Whoever is asked; nobody, unless given. */
  confirm?: (question: string) => Promise<boolean>,
): Promise<Ended> {
  let [output, complaints] = ['', ''];
  const status = await dispatch(
    {
      args: words,
      environment,
      readText: (path) => readFileSync(path, 'utf8'),
      print: (text) => (output += `${text}\n`),
      complain: (text) => (complaints += `${text}\n`),
      openCloud: () => assert.fail('nothing is served'),
      stopSignal: () => new Promise(() => {}),
      ...(confirm === undefined ? {} : { confirm }),
    },
    '1.2.3',
  );
  return { status, output, complaints };
}
