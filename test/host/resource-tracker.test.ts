import { resourceTrackerContract } from './resource-tracker.contract.ts';
import { onEveryPlacement } from './testing/on-every-placement.ts';

onEveryPlacement(resourceTrackerContract);
