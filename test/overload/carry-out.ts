import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { oneCertificate } from '@berth/api-kit/testing/test-certificates.ts';
import { startBerth } from '../malformed/berth-process.ts';
import type { Attack, Figure } from './attack.ts';
import { probe } from './probe.ts';
import { type Seen, watch } from './watch.ts';

export interface Outcome {
  readonly attack: Attack;
  readonly seen: Seen;
  readonly figures: readonly Figure[];
  /** Whether it answered after all of it, and ended in order when it was told to. */
  readonly survived: boolean;
  readonly output: string;
}

/** Carries out one attack on a server of its own, on an empty ledger. `command`: another build of Berth. */
export async function carryOut(attack: Attack, scale: number, command?: string): Promise<Outcome> {
  const directory = await mkdtemp(join(tmpdir(), 'berth-overload-'));
  try {
    const berth = await startBerth({
      ledger: join(directory, 'berth.db'),
      args: [...(attack.serve ?? []), ...(attack.isEncrypted ? await tlsArguments(directory) : [])],
      leavesOutput: attack.leavesOutput ?? false,
      ...(command === undefined ? {} : { command }),
    });
    try {
      await attack.prepare?.(berth, scale);
      const target = { port: berth.port, isEncrypted: attack.isEncrypted ?? false };
      const watching = watch(berth.pid, target);
      const figures = await attack.run(berth, scale);
      const seen = await watching.stop();
      const answers = (await probe(target)) !== null;
      const { code } = await berth.stop();
      return { attack, seen, figures, survived: answers && code === 0, output: berth.output };
    } finally {
      await berth.kill();
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function tlsArguments(directory: string): Promise<string[]> {
  const [cert, key] = [join(directory, 'cert.pem'), join(directory, 'key.pem')];
  await writeFile(cert, oneCertificate.cert);
  await writeFile(key, oneCertificate.key);
  return ['--tls-cert', cert, '--tls-key', key];
}
