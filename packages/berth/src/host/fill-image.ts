import type { Handle } from '@berth/api-kit/service.ts';

/**
 * What a host that is made up does where others send the disk of a machine: it gives an image that was begun its format and a few bytes. One that has its content, or that nobody
 * wants any more, is left alone.
 */
export function imageFiller(handle: Handle, token: string): (imageId: string) => Promise<void> {
  const ask = async (method: string, target: string, type: string, body: string) => {
    const { status } = await handle({
      method,
      target,
      headers: { 'x-auth-token': token, 'content-type': type },
      body: Buffer.from(body),
      origin: 'http://localhost',
      remoteAddress: '127.0.0.1',
    });
    return status;
  };
  return async (imageId) => {
    const path = `/image/v2/images/${imageId}`;
    const formats = [
      { op: 'add', path: '/disk_format', value: 'raw' },
      { op: 'add', path: '/container_format', value: 'bare' },
    ];
    const patch = 'application/openstack-images-v2.1-json-patch';
    if ((await ask('PATCH', path, patch, JSON.stringify(formats))) !== 200) return;
    const status = await ask('PUT', `${path}/file`, 'application/octet-stream', 'A made-up disk.\n');
    if (![204, 404, 409, 410].includes(status))
      throw new Error(`The image service has answered ${status} to the content of image ${imageId}.`);
  };
}
