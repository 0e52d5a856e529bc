import { cloud } from '../cloud/cloud.ts';
import { runWorker } from './run-worker.ts';

runWorker(cloud);
