import type { Answer, Context, Endpoint } from '@berth/api-kit/endpoint.ts';
import type { Ladder } from '@berth/api-kit/microversions.ts';
import type { Change } from '@berth/engine/changes.ts';
import type { Command } from '@berth/engine/decide.ts';
import type { World } from '@berth/engine/world.ts';
import type { App } from './app.ts';
import type { ReadBody } from './body.ts';
import { inWords, type RefusalWords } from './errors.ts';
import { refuseLargeWrite } from './refuse-large-write.ts';
import { type Features, features } from './features.ts';
import type { Version } from './versions.ts';

/** An endpoint of this service: it exists from and up to versions that there are. */
export type PlacementEndpoint = Endpoint<App, Version> & {
  /** It only says what a write would do, so that whoever knows the state can answer it. */
  readonly isPreview?: true;
};

/** What endpoints of both kinds say about themselves; the properties stand in the order in which they count. */
interface Common {
  readonly route: string;
  readonly since?: Version;
  readonly until?: Version;
  readonly missing?: 404 | 405;
  readonly policy: string | null;
  readonly target?: NonNullable<Endpoint<App>['target']>;
  readonly takesTurns?: true;
}

interface Read extends Common {
  /** Absent: it answers whatever the client accepts. */
  readonly gives?: NonNullable<Endpoint<App>['gives']>;
  /** What is long may be there later. */
  readonly answer: (context: PlacementContext) => Answer | Promise<Answer>;
  /** Refusals that mean something else here than elsewhere. */
  readonly words?: RefusalWords;
}

interface Write<Body> extends Common {
  /** What must hold before the body is looked at: mostly, that the provider in the path exists. */
  readonly before?: (context: PlacementContext) => void;
  readonly body?: Ladder<ReadBody<Body>>;
  readonly command: (input: WriteInput<Body>) => Command;
  /** Made right after the command, when its effect is there and that of later ones is not. */
  readonly reply: (outcome: WriteInput<Body> & { world: World; changes: readonly Change[] }) => Answer;
  /** Refusals that mean something else here than elsewhere. */
  readonly words?: RefusalWords;
  /** The same, where they name something of the request. */
  readonly wordsFor?: (input: WriteInput<Body>) => RefusalWords;
}

interface Preview<Body> extends Common {
  readonly gives: NonNullable<Endpoint<App>['gives']>;
  readonly body: Ladder<ReadBody<Body>>;
  readonly answer: (input: WriteInput<Body>) => Answer;
}

export interface PlacementContext extends Context<App> {
  readonly features: Features;
  readonly world: World;
}

export interface WriteInput<Body> extends PlacementContext {
  readonly input: Body;
}

/** An endpoint that looks at the world, without waiting for anything but its turn where it has much to do. */
export function read({ answer, words, ...common }: Read): PlacementEndpoint {
  const inOwnWords = (thrown: unknown): never => {
    throw words ? inWords(thrown, words) : thrown;
  };
  return {
    ...common,
    run: (context) => {
      try {
        const answered = answer(inPlacement(context));
        return answered instanceof Promise ? answered.catch(inOwnWords) : answered;
      } catch (thrown) {
        return inOwnWords(thrown);
      }
    },
  };
}

/** An endpoint that makes a command of the request and answers once it is durable. */
export function write<Body = undefined>(definition: Write<Body>): PlacementEndpoint {
  const { before, body, command, reply, words, wordsFor, ...common } = definition;
  return {
    ...common,
    ...(body ? { takes: 'json' as const } : {}),
    run: async (context) => {
      const placement = inPlacement(context);
      before?.(placement);
      // An endpoint exists only where its body has a rung; one without a body works with none.
      const read = body ? body.at(context.version)?.(context.body) : undefined;
      const input = (read instanceof Promise ? await read : read) as Body;
      const given: WriteInput<Body> = { ...placement, input };
      const asked = command(given);
      refuseLargeWrite(context.app, asked);
      try {
        return await context.app.commit(asked, (world, changes) => reply({ ...given, world, changes }));
      } catch (thrown) {
        throw inWords(thrown, { ...words, ...wordsFor?.(given) });
      }
    },
  };
}

/** An endpoint that takes what a write takes, says what would come of it, and changes nothing. */
export function preview<Body>({ body, answer, ...common }: Preview<Body>): PlacementEndpoint {
  return {
    ...common,
    isPreview: true,
    takes: 'json',
    run: (context) => {
      // As with a write, there is a rung wherever the endpoint is.
      const read = body.at(context.version)?.(context.body) as Body | Promise<Body>;
      const answerTo = (input: Body) => answer({ ...inPlacement(context), input });
      return read instanceof Promise ? read.then(answerTo) : answerTo(read);
    },
  };
}

function inPlacement(context: Context<App>): PlacementContext {
  return {
    ...context,
    world: context.app.world,
    features: features.at(context.version),
  };
}

export function json(
  value: unknown,
  options: Omit<Answer, 'status' | 'body'> & { status?: number } = {},
): Answer {
  return { status: 200, ...options, body: JSON.stringify(value) };
}
