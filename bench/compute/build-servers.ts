import { serverChanges } from './server-changes.ts';
import { writeLedger } from './write-ledger.ts';

/** Makes a ledger with servers: `build-servers.ts SERVERS LIVE-OF-TEN FILE`. In a process of its own, for its memory. */
const [servers, liveOfTen, file] = process.argv.slice(2);
if (file === undefined) throw new Error('usage: build-servers.ts SERVERS LIVE-OF-TEN FILE');
const counts = { servers: Number(servers), liveOfTen: Number(liveOfTen) };
writeLedger(file, serverChanges(counts), { counted: 'server-set', total: counts.servers });
