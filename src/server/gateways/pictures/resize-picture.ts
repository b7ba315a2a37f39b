import type { Sharp } from 'sharp'
import type { PictureFormat, PictureWidth } from '../../../contract/picture-path.ts'
import { limitParallel } from '../../base/limit-parallel.ts'
import { recognisePicture, type RecognisedPicture } from './recognise-picture.ts'

export type PictureProblem =
  | 'unreadable' // what was given is none that we show
  | 'too-large' // it has more pixels than we decode
  | 'too-slow' // not made in time in this width and format; in another it may be
  | 'too-many' // too many are being made just now

/** Why there is no picture. */
export class PictureError extends Error {
  override name = 'PictureError'
  readonly kind: PictureProblem

  constructor(kind: PictureProblem, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.kind = kind
  }
}

// An AVIF is unpacked as a whole, and to many times what it shows: 12 megapixels take about 250 MB.
const mostPixels = { avif: 12_000_000, other: 40_000_000 }
// Encoders cannot be interrupted, so the result is no larger than what the slowest makes in time.
const mostResultPixels = 4_000_000
const timeoutSeconds = 8

const full = () => new PictureError('too-many', 'Too many pictures are waiting to be made smaller.')
// Two at once, each on one thread: pages are made on the same processors. Of those that read or write AVIF one, for its memory; it
// waits for its own turn first, and takes no place from the others meanwhile.
const turn = limitParallel({ atOnce: 2, waiting: 100, full })
const heavyTurn = limitParallel({ atOnce: 1, waiting: 100, full })

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
 * The picture in that width, or its own where it is smaller; the first frame where it moves, upright, without metadata. One that is
 * much higher than wide (four times, or 4 megapixels) comes narrower than asked for.
 *
 * @param background a CSS colour for what is transparent, in formats that know no transparency
 * @throws PictureError for what is no picture of ours, is broken, is larger than 40 megapixels (12 as AVIF) or takes longer than 8 s
 */
export async function resizePicture(
  bytes: Uint8Array,
  wanted: { width: PictureWidth; format: PictureFormat; background: string },
): Promise<Buffer> {
  const kind = recognisePicture(bytes)
  if (!kind) throw new PictureError('unreadable', 'This is no picture we show.')
  const isHeavy = kind === 'avif' || wanted.format === 'avif'
  const resize = () => turn(async () => resizeNow(await loadSharp(), bytes, kind, wanted))
  return isHeavy ? heavyTurn(resize) : resize()
}

async function resizeNow(
  sharp: typeof import('sharp').default,
  bytes: Uint8Array,
  kind: RecognisedPicture,
  { width, format, background }: Parameters<typeof resizePicture>[1],
): Promise<Buffer> {
  const height = Math.min(4 * width, Math.floor(mostResultPixels / width))
  const most = { pixels: kind === 'avif' ? mostPixels.avif : mostPixels.other, side: Infinity }
  return decode(sharp, bytes, most, (picture) =>
    encode[format](
      picture.resize({ width, height, fit: 'inside', withoutEnlargement: true }),
      background,
    ).toBuffer(),
  )
}

/** Reads the first frame, upright, under the limits, and makes something of it; whatever else the file holds is left behind. */
async function decode<T>(
  sharp: typeof import('sharp').default,
  bytes: Uint8Array,
  most: { pixels: number; side: number },
  make: (picture: Sharp) => Promise<T>,
): Promise<T> {
  const limitInputPixels = most.pixels
  const picture = sharp(bytes, {
    limitInputPixels,
    failOn: 'error',
    sequentialRead: true,
    pages: 1,
  })
  try {
    // By its head alone: the reader of AVIF unpacks before it looks at the limit.
    const { width, height } = await picture.metadata()
    if (width * height > limitInputPixels || Math.max(width, height) > most.side)
      throw new PictureError('too-large', 'The picture has too many pixels.')
    return await make(picture.timeout({ seconds: timeoutSeconds }).autoOrient())
  } catch (error) {
    if (error instanceof PictureError) throw error
    if (/^timeout\b/.test((error as Error).message))
      throw new PictureError('too-slow', 'The picture took too long to be made smaller.', error)
    throw new PictureError('unreadable', 'The picture cannot be read.', error)
  }
}

/**
 * What somebody uploads as a logo, decoded and written anew: what a browser gets is our encoder's work alone, without metadata and
 * without what was hung onto the file. A PNG, or a WebP where that is larger than `mostBytes`.
 *
 * @throws PictureError, with `too-large` for more pixels than `most` allows, in all or on one side
 */
export async function rewriteLogo(
  bytes: Uint8Array,
  most: { pixels: number; side: number; resultSide: number; bytes: number },
): Promise<Buffer> {
  const kind = recognisePicture(bytes)
  if (kind !== 'png' && kind !== 'jpeg' && kind !== 'webp')
    throw new PictureError('unreadable', 'This is no picture for a logo.')
  const make = (picture: Sharp) =>
    picture.resize({
      width: most.resultSide,
      height: most.resultSide,
      fit: 'inside',
      withoutEnlargement: true,
    })
  return turn(async () => {
    const sharp = await loadSharp()
    const png = await decode(sharp, bytes, most, (picture) =>
      make(picture).png({ compressionLevel: 9 }).toBuffer(),
    )
    if (png.length <= most.bytes) return png
    return decode(sharp, bytes, most, (picture) => make(picture).webp({ quality: 82 }).toBuffer())
  })
}

// AVIF's effort is low because a visitor waits for it: already 2 takes eight times as long for a picture full of detail, and makes it
// no smaller.
const encode: Record<PictureFormat, (picture: Sharp, background: string) => Sharp> = {
  avif: (picture) => picture.avif({ quality: 55, effort: 1 }),
  webp: (picture) => picture.webp({ quality: 78, effort: 4 }),
  jpeg: (picture, background) =>
    picture.flatten({ background }).jpeg({ quality: 80, mozjpeg: true }),
}
