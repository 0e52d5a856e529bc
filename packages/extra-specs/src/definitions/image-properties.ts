import type { ImagePropertyFamily } from './image-property.ts';
import { hw } from './image-properties/hw.ts';
import { img } from './image-properties/img.ts';
import { os } from './image-properties/os.ts';
import { trait } from './image-properties/trait.ts';

/** Every image property that Nova reads, except the fields that all images have (`min_ram`, `disk_format` and so on). */
export const imagePropertyFamilies: readonly ImagePropertyFamily[] = [hw, img, os, trait];
