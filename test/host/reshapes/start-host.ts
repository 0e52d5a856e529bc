import { HttpTransport } from '@berth/client/http-transport.ts';
import { fixedToken } from '@berth/client/token-source.ts';
import type { OptionValues } from '@berth/host/drivers/driver-options.ts';
import { driverFor } from './campaign-host.ts';
import { type Death, DyingTransport } from './dying-transport.ts';
import { type StartResult, startUntilGood } from './start-until-good.ts';

/** What a process of a host is told, as its only argument. */
export interface StartOrder {
  readonly url: string;
  readonly stateDirectory: string;
  readonly options: OptionValues;
  readonly death: Death | null;
}

/** What it says at its end, unless it was killed. */
export interface StartReport extends StartResult {
  readonly requests: number;
}

const order = JSON.parse(process.argv[2] ?? '') as StartOrder;
const http = new HttpTransport({ service: 'placement', url: order.url, tokens: fixedToken('admin') });
const transport = new DyingTransport(http, order.death);
const driver = await driverFor(order.stateDirectory, order.options);
const result = await startUntilGood(transport, driver);
process.stdout.write(`${JSON.stringify({ ...result, requests: transport.count } satisfies StartReport)}\n`);
await transport.close();
