import type { ServiceQuestion, ServiceReply } from '../services/ask-service.ts';
import { ImagesUnavailable } from './images.ts';

/** One question to the image service; the path begins with its version. */
export interface ImageQuestion {
  readonly method: ServiceQuestion['method'];
  readonly path: string;
  readonly token: string;
  readonly body?: unknown;
  readonly contentType?: string;
}

export type AskImages = (question: ImageQuestion) => Promise<ServiceReply>;

export const base = '/v2/images';

/** An id that would lead elsewhere is that of no image. */
export function pathOf(id: string): string {
  const isStep = id === '.' || id === '..';
  return `${base}/${isStep ? '-' : encodeURIComponent(id)}`;
}

/** It would say so again. */
export function isNo(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

export function refusedWith({ status, text }: ServiceReply): ImagesUnavailable {
  return new ImagesUnavailable(`The image service answers with ${status}: ${wordsIn(text)}`);
}

/** Its errors are pages: what they say is between the tags. */
export function wordsIn(text: string): string {
  const start = text.toLowerCase().lastIndexOf('<body');
  return text
    .slice(Math.max(start, 0))
    .slice(0, longestWords)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 200);
}

const longestWords = 4_096;

export function parsed<Result>(text: string, read: (value: unknown) => Result): Result {
  try {
    return read(JSON.parse(text));
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new ImagesUnavailable(`What the image service says of an image cannot be read: ${why}`, { cause });
  }
}
