import { HttpError, unavailable } from '@berth/api-kit/http-error.ts';
import { questionsMax } from '../services/ask-service.ts';
import { FewAtOnce } from '@berth/api-kit/few-at-once.ts';
import { findSecurityGroups } from './find-security-groups.ts';
import { lookUpPorts } from './look-up-ports.ts';
import { NetworkRefusal, NetworksUnavailable } from './network-errors.ts';
import { bearerOf, Neutron, type NeutronSettings } from './neutron.ts';
import type { NetworkAsker, Networks } from './networks.ts';

/** The networks of a Neutron, asked with the token of whoever asks us: they see what they may see there. */
export function neutronNetworks(settings: NeutronSettings): Networks {
  const neutronOf = ({ token }: NetworkAsker) => new Neutron(settings, bearerOf(token));
  return {
    lookUp: (asked) => told(() => lookUpPorts(neutronOf(asked.by), asked)),
    securityGroups: (names, by) => told(() => findSecurityGroups(neutronOf(by), names, by)),
  };
}

/** What is ordered there by the service itself is not among them. */
const questions = new FewAtOnce(
  questionsMax,
  () => new NetworksUnavailable('The network service is asked too much.'),
);

/** What went wrong there, as clients are told. What they may not do there they may not do here. */
async function told<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await questions.run(ask);
  } catch (thrown) {
    if (thrown instanceof NetworksUnavailable) throw unavailable(thrown.message);
    if (thrown instanceof NetworkRefusal) throw new HttpError(clientStatus(thrown.status), thrown.message);
    throw thrown;
  }
}

function clientStatus(status: number): number {
  return status === 401 || status === 403 ? status : 400;
}
