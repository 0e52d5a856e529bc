/** A request that is sent many times. `{consumer}` in the path or the body stands for a uuid that is new each time. */
export interface RequestTemplate {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: string;
}

export const newConsumer = '{consumer}';

/** The newest microversion, and an administrator of noauth2. */
export const requestHeaders: Readonly<Record<string, string>> = {
  'x-auth-token': 'admin',
  accept: 'application/json',
  'openstack-api-version': 'placement 1.39',
};

/** The request with new uuids; `onConsumer` is told of each. */
export function filled(
  { method, path, body }: RequestTemplate,
  onConsumer: (uuid: string) => void = () => {},
): RequestTemplate {
  const replace = (text: string) =>
    text.includes(newConsumer)
      ? text.replaceAll(newConsumer, () => {
          const uuid = crypto.randomUUID();
          onConsumer(uuid);
          return uuid;
        })
      : text;
  return { method, path: replace(path), ...(body === undefined ? {} : { body: replace(body) }) };
}
