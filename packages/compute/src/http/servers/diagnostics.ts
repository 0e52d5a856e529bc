import { conflict, unavailable } from '@berth/api-kit/http-error.ts';
import { base, endpoint, json } from '../endpoint.ts';
import { toldByHost } from '../told-by-host.ts';
import { diagnosticsView, takeDiagnostics } from './diagnostics-view.ts';
import { findServer, targetOf } from './find-server.ts';

/** How the machine of a server does. Its host is asked; nothing is written down. */
export const showDiagnostics = endpoint({
  route: `GET ${base}/servers/{server_id}/diagnostics`,
  find: findServer,
  policy: 'os_compute_api:os-server-diagnostics',
  target: targetOf,
  run: async ({ app, version }, { id, place, powerState }) => {
    if (place === null) throw conflict(`Instance ${id} is not ready`);
    const { host } = place;
    const inPower = (state: string) =>
      conflict(`Cannot 'get_diagnostics' instance ${id} while it is in power state ${state}`);
    if (powerState !== 'running') throw inPower(powerState === 'none' ? 'pending' : powerState);
    // One that was only said to be down answers all the same.
    if (!app.cloud.compute.services.ofHost(host)?.isUp) throw unavailable(`Host ${host} is down.`);
    const { questions, patienceMs } = app.line;
    const answer = await questions.ask(host, { kind: 'diagnostics', serverId: id }, patienceMs);
    const told = takeDiagnostics(toldByHost(host, answer, () => inPower('pending')));
    if (told === null) throw conflict(`What host ${host} tells of instance ${id} is not understood.`);
    return json(200, diagnosticsView.at(version)?.(told));
  },
});
