import { dispatch } from '@berth/berth/commands/dispatch.ts';

export interface Ran {
  readonly code: number;
  readonly printed: string;
  readonly complaints: string;
}

/** Runs a command of berth in this process. */
export function runBerth(...args: readonly string[]): Promise<Ran> {
  return runBerthIn({}, ...args);
}

/** The same with variables of the environment. */
export async function runBerthIn(
  environment: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<Ran> {
  let [printed, complaints] = ['', ''];
  const code = await dispatch(
    {
      args,
      environment,
      readText: (path) => {
        throw new Error(`no file is to be read, and was ${path}`);
      },
      print: (text) => void (printed += `${text}\n`),
      complain: (text) => void (complaints += `${text}\n`),
      openCloud: () => Promise.reject(new Error('nothing is to be served')),
      stopSignal: () => new Promise(() => {}),
      logTarget: { write: () => {}, isTerminal: false },
    },
    '0.0.0',
  );
  return { code, printed, complaints };
}
