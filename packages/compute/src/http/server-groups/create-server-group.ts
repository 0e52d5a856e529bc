import { assert } from '@berth/engine/assert.ts';
import type { GroupId } from '@berth/compute-engine/ids.ts';
import { askerOf } from '../asker-of.ts';
import { base, endpoint, json } from '../endpoint.ts';
import { type CreateServerGroupBody, createServerGroupBody } from './bodies.ts';
import { shownServerGroup } from './server-group-view.ts';

export const createServerGroup = endpoint({
  route: `POST ${base}/os-server-groups`,
  input: (sent, { version }) => createServerGroupBody.at(version)?.(sent) as CreateServerGroupBody,
  policy: 'os_compute_api:os-server-groups:create',
  run: (context, _found, { server_group: sent }) => {
    const id = context.app.newId() as GroupId;
    const group = { id, name: sent.name, policy: policyIn(sent), perHostMax: perHostMaxIn(sent) };
    return context.app.commit(
      { kind: 'create-server-group', group, asker: askerOf(context) },
      ({ compute }) => {
        const made = compute.serverGroups.get(id);
        assert(made, 'a group that was made is there');
        return json(200, { server_group: shownServerGroup(context, made) });
      },
    );
  },
});

type Sent = CreateServerGroupBody['server_group'];

function policyIn({ policy, policies }: Sent) {
  const asked = policy ?? policies?.[0];
  assert(asked, 'every form of the body has a policy');
  return asked;
}

function perHostMaxIn({ rules }: Sent): number | null {
  const sent = rules?.max_server_per_host;
  return sent === undefined ? null : Number(sent);
}
