import { Connection } from './connection.ts';
import type { Load, LoadOptions } from './load.ts';
import { filled, type RequestTemplate, requestHeaders } from './request-template.ts';
import { Tally } from './tally.ts';
import { timingsOf } from './timings.ts';

/**
 * Load from this process. Nothing is sent once the time is over, but everything that was sent is waited for, and the
 * rate is over all that time: so a server that needs longer for an answer than the time given has a rate, too.
 */
export async function nodeLoad(
  url: string,
  templates: readonly RequestTemplate[],
  { connections, seconds, headers = requestHeaders }: LoadOptions,
  onConsumer: (uuid: string) => void = () => {},
): Promise<Load> {
  const durationsMs: number[] = [];
  const failures = new Tally();
  const startedAt = performance.now();
  let next = 0;
  let bytes = 0;
  const client = async () => {
    const connection = new Connection(url, headers);
    while (performance.now() - startedAt < seconds * 1000) {
      const template = templates[next++ % templates.length] as RequestTemplate;
      try {
        const { status, body, ms } = await connection.request(filled(template, onConsumer));
        if (status >= 300) throw new Error(`${status} ${body.toString('utf8', 0, 200)}`);
        durationsMs.push(ms);
        bytes += body.length;
      } catch (error) {
        failures.addError(error);
      }
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: connections }, client));
  const tookMs = performance.now() - startedAt;
  return {
    timings: timingsOf(durationsMs),
    perSecond: (1000 * durationsMs.length) / tookMs,
    failed: failures.total,
    failures: failures.text,
    meanBytes: durationsMs.length === 0 ? null : bytes / durationsMs.length,
  };
}
