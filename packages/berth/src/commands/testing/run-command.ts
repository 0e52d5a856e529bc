import assert from 'node:assert/strict';
import { dispatch } from '../dispatch.ts';

/** Runs a command of `berth` in this process, and gives all that it said, to whomever. For commands that serve nothing. */
export async function runCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<{ readonly code: number; readonly said: string }> {
  let said = '';
  const say = (text: string): void => {
    said += `${text}\n`;
  };
  const code = await dispatch(
    {
      args,
      environment,
      readText: () => '',
      print: say,
      complain: say,
      openCloud: () => assert.fail('nothing is served'),
      stopSignal: () => new Promise(() => {}),
      logTarget: { write: () => {}, isTerminal: false },
    },
    '1.2.3',
  );
  return { code, said };
}
