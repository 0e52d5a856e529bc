import type { RequestOptions } from '@berth/placement/testing/request-headers.ts';

export interface ScenarioAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined where the body is none. */
  readonly json: unknown;
  readonly text: string;
}

/** A service that a scenario is played on. It is empty: only the standard traits and classes are there. */
export interface Target {
  /** What locations in its answers begin with. */
  readonly origin: string;
  request(method: string, target: string, options?: RequestOptions): Promise<ScenarioAnswer>;
}
