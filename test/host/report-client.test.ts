import { reportClientContract } from './report-client.contract.ts';
import { onEveryPlacement } from './testing/on-every-placement.ts';

onEveryPlacement(reportClientContract);
