import { HttpTransport } from '@berth/client/http-transport.ts';
import { getWholeTree, type WholeTree } from '@berth/client/placement/provider-trees.ts';
import { fixedToken } from '@berth/client/token-source.ts';
import type { Shape } from '@berth/host/drivers/fake/shapes.ts';
import { inParallel } from '@berth/host/in-parallel.ts';
import { processorTimeNs } from '../comparing/processor-time.ts';

/** What one answer takes of the server's processor, in microseconds: the median of some rounds. */
export interface AnswerCosts {
  readonly shape: Shape;
  /** The whole tree. */
  readonly wholeUs: number;
  /** That nothing of it has changed. */
  readonly unchangedUs: number;
}

const rounds = 5;
const askedAtATime = 4;

/** Asks for the trees again and again, with and without tags in turn, so that both find the machine alike. */
export async function measureAnswers(
  server: { readonly url: string; readonly pid: number },
  shape: Shape,
  roots: readonly string[],
): Promise<AnswerCosts> {
  const transport = new HttpTransport({
    service: 'placement',
    url: server.url,
    tokens: fixedToken('admin'),
    socketsMax: askedAtATime,
  });
  const read = (root: string, known?: WholeTree) =>
    getWholeTree(transport, root, { withAllocations: false, known });
  const known = new Map<string, WholeTree>();
  await inParallel(roots, askedAtATime, async (root) => void known.set(root, await read(root)));
  const costUs = async (withTags: boolean) => {
    const before = processorTimeNs(server.pid);
    await inParallel(roots, askedAtATime, (root) => read(root, withTags ? known.get(root) : undefined));
    return (processorTimeNs(server.pid) - before) / roots.length / 1_000;
  };
  const [whole, unchanged]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    whole.push(await costUs(false));
    unchanged.push(await costUs(true));
  }
  await transport.close();
  return { shape, wholeUs: medianOf(whole), unchangedUs: medianOf(unchanged) };
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
