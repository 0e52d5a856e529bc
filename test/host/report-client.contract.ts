import { after, before, describe } from 'node:test';
import { RecordingTransport } from '@berth/client/recording-transport.ts';
import type { Transport } from '@berth/client/transport.ts';
import { consumersContract } from './consumers.contract.ts';
import { knownTreesContract } from './known-trees.contract.ts';
import { reshapesContract } from './reshapes.contract.ts';
import { updatesContract } from './updates.contract.ts';

/** What the report client does, whatever Placement it speaks to and in which way. */
export function reportClientContract(name: string, open: () => Transport): void {
  describe(`a report client on ${name}`, () => {
    let transport: RecordingTransport;
    before(() => void (transport = new RecordingTransport(open())));
    after(() => transport.close());
    const reach = () => transport;

    knownTreesContract(reach);
    updatesContract(reach);
    reshapesContract(reach);
    consumersContract(reach);
  });
}
