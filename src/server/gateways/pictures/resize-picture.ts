import type { Sharp } from 'sharp'
import type { PictureFormat, PictureWidth } from '../../../contract/picture-path.ts'
import { limitParallel } from '../../base/limit-parallel.ts'
import { recognisePicture } from './recognise-picture.ts'

export type PictureProblem = 'unreadable' | 'too-many'

/** Why there is no picture: what was given is none that we show, or too many are being made just now. */
export class PictureError extends Error {
  override name = 'PictureError'
  readonly kind: PictureProblem

  constructor(kind: PictureProblem, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.kind = kind
  }
}

const mostPixels = 40_000_000
const timeoutSeconds = 8

// Two at once, each on one thread: pages are made on the same processors.
const turn = limitParallel({
  atOnce: 2,
  waiting: 100,
  full: () => new PictureError('too-many', 'Too many pictures are waiting to be made smaller.'),
})

let loaded: Promise<typeof import('sharp').default> | null = null

/** Loaded when the first picture is asked for: it is large, and most processes never need it. */
const loadSharp = () =>
  (loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.concurrency(1)
    sharp.cache(false)
    // Its library reads SVG, PDF and whatever else the machine has installed; here it reads five kinds, from memory alone.
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({
      operation: [
        'VipsForeignLoadJpegBuffer',
        'VipsForeignLoadPngBuffer',
        'VipsForeignLoadWebpBuffer',
        'VipsForeignLoadNsgifBuffer',
        'VipsForeignLoadHeifBuffer',
      ],
    })
    return sharp
  }))

/**
 * The picture in that width, or its own where it is smaller; the first frame where it moves, upright, without metadata.
 *
 * @param background a CSS colour for what is transparent, in formats that know no transparency
 * @throws PictureError for what is no picture of ours, is broken, is larger than 40 megapixels or takes longer than 8 s
 */
export async function resizePicture(
  bytes: Uint8Array,
  wanted: { width: PictureWidth; format: PictureFormat; background: string },
): Promise<Buffer> {
  if (!recognisePicture(bytes)) throw new PictureError('unreadable', 'This is no picture we show.')
  return turn(async () => {
    const sharp = await loadSharp()
    try {
      const resized = sharp(bytes, {
        limitInputPixels: mostPixels,
        failOn: 'error',
        sequentialRead: true,
        pages: 1,
      })
        .timeout({ seconds: timeoutSeconds })
        .autoOrient()
        .resize({ width: wanted.width, withoutEnlargement: true })
      return await encode[wanted.format](resized, wanted.background).toBuffer()
    } catch (error) {
      throw new PictureError('unreadable', 'The picture cannot be read.', error)
    }
  })
}

// AVIF's effort is low because a visitor waits for it: a higher one takes ten times as long for about a tenth of the size.
const encode: Record<PictureFormat, (picture: Sharp, background: string) => Sharp> = {
  avif: (picture) => picture.avif({ quality: 55, effort: 2 }),
  webp: (picture) => picture.webp({ quality: 78, effort: 4 }),
  jpeg: (picture, background) =>
    picture.flatten({ background }).jpeg({ quality: 80, mozjpeg: true }),
}
