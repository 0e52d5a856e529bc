import { execFile } from 'node:child_process';
import type { Environment } from '../config/read-environment.ts';
import type { Log } from '../log/log.ts';

/**
 * Tells systemd, where it waits for that (`Type=notify`), that the service can be used. Node cannot write to systemd's kind of socket, so systemd's own
 * program does. Where it cannot, systemd ends the service after a while: hence an error.
 */
export function tellSystemd(environment: Environment, log: Log, status: string): void {
  if (!environment['NOTIFY_SOCKET']) return;
  const options = ['--ready', `--pid=${process.pid}`, `--status=${status}`];
  execFile('systemd-notify', options, { timeout: 10_000, env: { ...environment } }, (error) => {
    if (error !== null) log.error({ err: error }, 'systemd cannot be told that the service is ready');
  });
}
