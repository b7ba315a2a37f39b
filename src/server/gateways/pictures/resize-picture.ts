import type { Sharp } from 'sharp'
import type { PictureFormat, PictureWidth } from '../../../contract/picture-path.ts'
import { limitParallel } from '../../base/limit-parallel.ts'
import { recognisePicture, type RecognisedPicture } from './recognise-picture.ts'

export type PictureProblem =
  | 'unreadable' // no picture that we show
  | 'too-large' // more pixels than we decode
  | 'too-slow' // timed out in this width and format; others may work
  | 'too-many' // too many at the moment

/** Why there is no picture. */
export class PictureError extends Error {
  override name = 'PictureError'
  readonly kind: PictureProblem

  constructor(kind: PictureProblem, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.kind = kind
  }
}

/** AVIF is decoded as a whole into far more memory: 12 megapixels take about 250 MB. So are progressive pictures, in 12 bytes a pixel. */
export const mostPixels = { avif: 12_000_000, progressive: 24_000_000, other: 40_000_000 }
// Encoders cannot be interrupted, so results are limited to what the slowest makes in time.
const mostResultPixels = 4_000_000
const timeoutSeconds = 8

const full = () => new PictureError('too-many', 'Too many pictures are waiting to be made smaller.')
/**
 * Two at once, on one thread each: pages use the same processors. Only one with AVIF or an uploaded photo, for their memory; it queues separately first
 * and blocks no others.
 */
export const pictureTurns = { all: { atOnce: 2, waiting: 100 }, avif: { atOnce: 1, waiting: 100 } }
const turn = limitParallel({ ...pictureTurns.all, full })
const heavyTurn = limitParallel({ ...pictureTurns.avif, full })

let loaded: Promise<typeof import('sharp').default> | null = null

/** Loaded on demand: large, and most processes never need it. */
const loadSharp = () =>
  (loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.concurrency(1)
    sharp.cache(false)
    // libvips reads SVG, PDF and whatever is installed; here only five kinds, from memory.
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
 * The picture in that width or its smaller own; first frame, upright, without metadata. Very tall ones (four times the width, or
 * 4 megapixels) come narrower. @param background CSS colour for formats without transparency @throws PictureError for other or
 * broken files, above 40 megapixels (12 as AVIF) or 8 s
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

/** Decodes the first frame, upright, within the limits; drops everything else. */
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
    // By its header: the AVIF decoder unpacks before checking limits.
    const { width, height, isProgressive } = await picture.metadata()
    const pixels = isProgressive
      ? Math.min(limitInputPixels, mostPixels.progressive)
      : limitInputPixels
    if (width * height > pixels || Math.max(width, height) > most.side)
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
 * An uploaded logo, re-encoded without metadata or appended data, so that browsers only get our encoder's output. PNG, or WebP
 * if above `mostBytes`. @throws PictureError, `too-large` beyond `most` pixels in total or per side
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

/** An uploaded photo or scan as a JPEG without metadata or appended data. @throws PictureError, `too-large` beyond `most` */
export async function rewritePhoto(
  bytes: Uint8Array,
  most: { pixels: number; side: number; resultSide: number },
): Promise<Buffer> {
  const kind = recognisePicture(bytes)
  if (kind !== 'png' && kind !== 'jpeg' && kind !== 'webp')
    throw new PictureError('unreadable', 'This is no picture that we take.')
  const rewrite = async () =>
    decode(await loadSharp(), bytes, most, (picture) =>
      picture
        .resize({
          width: most.resultSide,
          height: most.resultSide,
          fit: 'inside',
          withoutEnlargement: true,
        })
        .flatten({ background: 'white' })
        .jpeg({ quality: 80 })
        .toBuffer(),
    )
  return heavyTurn(() => turn(rewrite))
}

// Low AVIF effort, as a visitor waits: already 2 takes eight times as long for detailed pictures, and saves nothing.
const encode: Record<PictureFormat, (picture: Sharp, background: string) => Sharp> = {
  avif: (picture) => picture.avif({ quality: 55, effort: 1 }),
  webp: (picture) => picture.webp({ quality: 78, effort: 4 }),
  jpeg: (picture, background) =>
    picture.flatten({ background }).jpeg({ quality: 80, mozjpeg: true }),
}
