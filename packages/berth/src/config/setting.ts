import type { Kind } from './kinds.ts';

/** One thing that can be set, and all that is known of it: flag, variable, file entry, help and check follow. */
export interface Setting<Value> {
  /** 'request-timeout': the flag is --request-timeout, the variable BERTH_REQUEST_TIMEOUT. */
  readonly name: string;
  /** Section and key in the file: 'server.request_timeout'. */
  readonly path: string;
  /** As the user would write it; null when it is not set by itself. */
  readonly default: string | null;
  readonly help: string;
  /** Has no flag (everybody on the machine can read a command line), and is never shown. */
  readonly isSecret: boolean;
  /** Whether a process that serves takes a new value after SIGHUP, or has to be started again. */
  readonly isReloadable: boolean;
  readonly kind: Kind<unknown>;
  /** Undefined for a text that is no value. */
  parse(text: string): Value | undefined;
}

interface Description {
  readonly name: string;
  readonly path: string;
  readonly help: string;
  readonly isSecret?: true;
  readonly isReloadable?: true;
}

export function withDefault<Value>(
  kind: Kind<Value>,
  description: Description & { readonly default: string },
): Setting<Value> {
  return { isSecret: false, isReloadable: false, ...description, kind, parse: (text) => kind.parse(text) };
}

/** Null as long as nobody sets it. */
export function optional<Value>(kind: Kind<Value>, description: Description): Setting<Value | null> {
  return {
    isSecret: false,
    isReloadable: false,
    ...description,
    default: null,
    kind,
    parse: (text) => kind.parse(text),
  };
}

/** Null for a secret. */
export function flagOf(setting: Setting<unknown>): string | null {
  return setting.isSecret ? null : `--${setting.name}`;
}

export function variableOf(setting: Setting<unknown>): string {
  return `BERTH_${setting.name.toUpperCase().replaceAll('-', '_')}`;
}

/** 'server' of 'server.request_timeout'. */
export function sectionOf(setting: Setting<unknown>): string {
  return setting.path.slice(0, setting.path.indexOf('.'));
}
