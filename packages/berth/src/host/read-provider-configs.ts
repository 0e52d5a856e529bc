import { loadProviderConfigs } from '@berth/host/provider-config/load-provider-configs.ts';
import { type ProviderConfig, ProviderConfigError } from '@berth/host/provider-config/provider-config.ts';
import { ConfigError } from '../config/config-error.ts';
import type { Config } from '../config/settings.ts';

/** What operators add to providers, where the settings name a directory. All of it is good, or it is a `ConfigError`. */
export function readProviderConfigs(
  { hostProviderConfigDirectory }: Config,
  warn: (text: string) => void,
): readonly ProviderConfig[] {
  if (hostProviderConfigDirectory === null) return [];
  try {
    const { configs, warnings } = loadProviderConfigs(hostProviderConfigDirectory);
    for (const warning of warnings) warn(warning);
    return configs;
  } catch (error) {
    if (error instanceof ProviderConfigError) throw new ConfigError(error.reasons);
    throw error;
  }
}
