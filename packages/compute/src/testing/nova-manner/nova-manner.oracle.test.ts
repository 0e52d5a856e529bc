import { after, before, describe, test } from 'node:test';
import { exchanges } from './exchanges.ts';
import { type RunningNova, startNova, whyNotOriginal } from './original-nova.ts';
import { play, type Stage, setStage } from './play.ts';

const reason = whyNotOriginal();
if (reason !== null) process.stderr.write(`\nSKIPPED: the exchanges with the original Nova: ${reason}\n`);

describe('what the exchanges expect is what the original does', { skip: reason ?? false }, () => {
  let nova: RunningNova;
  let stage: Stage;

  before(async () => {
    nova = await startNova();
    stage = await setStage(nova.url, nova.newest, nova.image);
    await nova.settle();
  });
  after(() => nova.stop());

  for (const exchange of exchanges) {
    test(exchange.what, async () => {
      await play(stage, exchange);
      // What it has accepted, it does later.
      if (exchange.status === 202) await nova.settle();
    });
  }
});
