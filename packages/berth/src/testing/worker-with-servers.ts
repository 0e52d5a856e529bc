import { runWorker } from '../workers/run-worker.ts';
import { servedWithServers } from './served-with-servers.ts';

runWorker(servedWithServers);
