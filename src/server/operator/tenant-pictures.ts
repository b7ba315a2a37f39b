import { createHash } from 'node:crypto'
import { brandPictureName, brandPicturePath, dataUri } from '../../domain/brand-picture.ts'
import { PictureError, rewriteLogo } from '../gateways/pictures/resize-picture.ts'
import type { StoredTenant } from '../tenant/read-tenant.ts'
import type { TenantPicture } from '../tenant/picture-store.ts'
import type { Listing } from '../catalogue/listing.ts'
import { brandFile } from '../gateways/pictures/brand-file.ts'

// Pictures in a tenant file: a data URI, re-encoded and stored under a path, or an existing path.

export const largest = 600 * 1024 // bytes, as in the table
export const mostPixels = { pixels: 16_000_000, side: 6000 }
const sides = {
  logo: 800,
  logoDark: 800,
  icon: 256,
  heroPicture: 1600,
  previewPicture: 1200,
  picture: 960,
}

// Generated on request: catalogue and content pictures.
const isDrawn = /^\/(api\/v1|bild)\//

type Kind = keyof typeof sides
type Known = (name: string) => Promise<TenantPicture | undefined>
export type File = { tenant: StoredTenant; listing: Listing }

/** Applies `change` to each picture of a file. */
async function eachPicture(
  { tenant, listing }: File,
  change: (path: string, field: string, kind: Kind) => Promise<string>,
): Promise<File> {
  const theme = { ...tenant.theme }
  for (const kind of ['logo', 'heroPicture', 'previewPicture'] as const)
    theme[kind] = await change(theme[kind], `theme.${kind}`, kind)
  if (theme.logoDark) theme.logoDark = await change(theme.logoDark, 'theme.logoDark', 'logoDark')
  theme.icon = await change(theme.icon ?? `/brand/${tenant.code}/favicon.svg`, 'theme.icon', 'icon')
  const products = []
  for (const [at, row] of listing.products.entries()) {
    const picture = await change(row.picture, `products.${at}.picture`, 'picture')
    const preview = `products.${at}.previewPicture`
    const previewPicture = await change(row.previewPicture, preview, 'previewPicture')
    products.push({ ...row, picture, previewPicture })
  }
  const rewardOptions = []
  for (const [at, row] of listing.rewardOptions.entries())
    rewardOptions.push({
      ...row,
      picture: await change(row.picture, `rewardOptions.${at}.picture`, 'picture'),
    })
  return { tenant: { ...tenant, theme }, listing: { ...listing, products, rewardOptions } }
}

/**
 * Replaces pictures by paths and returns their contents; `problems`: invalid or missing ones. @param known an existing picture
 * of the tenant
 */
export async function takePictures(
  file: File,
  known: Known,
): Promise<File & { pictures: TenantPicture[]; problems: string[] }> {
  const { code } = file.tenant
  const pictures = new Map<string, TenantPicture>()
  const problems: string[] = []
  const refuse = (field: string, why: string) => void problems.push(`${field}: ${why}`)
  const taken = await eachPicture(file, async (path, field, kind) => {
    const data = dataUri.exec(path)?.[1]
    if (data === undefined) {
      const name = brandPictureName(code, path)
      const there = name
        ? (await known(name)) !== undefined
        : isBuilt(path) || (!field.startsWith('theme.') && isDrawn.test(path))
      if (!there)
        refuse(field, `there is no picture ${path}: a PNG, JPEG or WebP comes as a data URI`)
      return path
    }
    const bytes = Buffer.from(data, 'base64')
    try {
      const picture = await rewrite(bytes, kind)
      pictures.set(picture.name, picture)
      return brandPicturePath(code, picture.name)
    } catch (error) {
      if (!(error instanceof PictureError)) throw error
      refuse(field, `is no picture that can be shown (${error.message})`)
      return path
    }
  })
  return { ...taken, pictures: [...pictures.values()], problems }
}

/** Replaces paths by contents, as a template for another tenant. */
export async function givePictures(file: File, known: Known): Promise<File> {
  return eachPicture(file, async (path) => {
    const name = brandPictureName(file.tenant.code, path)
    const picture = name ? await known(name) : undefined
    if (!picture) return path
    const type = picture.name.endsWith('.png') ? 'png' : 'webp'
    return `data:image/${type};base64,${picture.bytes.toString('base64')}`
  })
}

const isBuilt = (path: string) => brandFile(path) !== null

async function rewrite(given: Buffer, kind: Kind): Promise<TenantPicture> {
  const most = { ...mostPixels, resultSide: sides[kind], bytes: largest }
  const bytes = await rewriteLogo(given, most)
  if (bytes.length > largest) throw new PictureError('too-large', 'It has too much detail.')
  const { default: sharp } = await import('sharp')
  const { width, height, format } = await sharp(bytes).metadata()
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 24)
  return { name: `${hash}.${format === 'png' ? 'png' : 'webp'}`, bytes, width, height }
}
