import type { Outside } from '../command/client-command.ts';

/** Whether the process was asked to end, for what goes on until then. */
export interface StopRequest {
  isAsked: boolean;
  readonly asked: Promise<void>;
}

export function stopRequest({ stopSignal }: Pick<Outside, 'stopSignal'>): StopRequest {
  const state = { isAsked: false, asked: Promise.resolve() };
  state.asked = stopSignal().then(() => {
    state.isAsked = true;
  });
  return state;
}
