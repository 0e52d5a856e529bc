import { type Action, actionId } from '@berth/compute-engine/actions/action.ts';
import { actionShape } from './action-shape.ts';
import { hasShape } from './thing-shape.ts';

const shape = hasShape('action', actionShape);

/** An action is called by its server and its request, by which it is found; one that others made follow, by its name besides. */
export function* actionProblems(action: Action): Generator<string> {
  const problems = [...shape(action)];
  yield* problems;
  if (problems.length > 0) return;
  const { id, serverId, requestId } = action;
  const called = actionId(serverId, requestId);
  if (id !== called && !id.startsWith(`${called} `))
    yield `action ${id} is not called by its server and request`;
}
