import { readFile } from 'node:fs/promises'
import { join, normalize } from 'node:path'
import { brandPictureName } from '../../domain/brand-picture.ts'
import type { Tenant } from '../../domain/tenant.ts'
import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import type { MailPart } from '../gateways/mail/mail-gateway.ts'
import { resizePicture } from '../gateways/pictures/resize-picture.ts'
import { findTenantPicture } from '../tenant/picture-store.ts'
import type { MailPicture, MailTenant } from '../../contract/page-context.ts'

const clientFolder = join(import.meta.dirname, '../../../dist/client')

type Picture = { bytes: Buffer; type: string; width: number; height: number }

/** Longest sides in CSS pixels; files have twice as many. */
const sizes = { logo: { width: 220, height: 40 }, hero: { width: 560, height: 400 } }
const shop = { width: 200, height: 200 }

export type MailPictures = {
  shown: MailTenant['pictures']
  /** Those in a mail, as its parts. */
  parts: (html: string) => MailPart[]
}

/**
 * A mail's pictures: the tenant's logo and hero, and one of its own (a shop's). Embedded, so that opening a mail fetches nothing
 * and reveals nothing. Missing ones are omitted; no mail waits for a picture. @param inline data URIs for previews
 */
export async function readMailPictures(
  deps: Pick<Deps, 'db'>,
  { code, theme }: Pick<Tenant, 'code' | 'theme'>,
  own: string | null,
  inline = false,
): Promise<MailPictures> {
  const wanted = [
    { path: theme.logo, name: 'logo', most: sizes.logo },
    { path: theme.heroPicture, name: 'hero', most: sizes.hero },
    ...(own ? [{ path: own, name: 'shop', most: shop }] : []),
  ]
  const shown: MailTenant['pictures'] = {}
  const parts: MailPart[] = []
  for (const { path, name, most } of wanted) {
    const picture = await (readBuilt(path) ?? readOwn(deps, code, path, theme.colours.surface))
    if (!picture) continue
    const cid = `${name}@picture`
    const src = inline
      ? `data:${picture.type};base64,${picture.bytes.toString('base64')}`
      : `cid:${cid}`
    shown[path] = { src, ...fit(picture, most) }
    parts.push({ cid, bytes: picture.bytes, type: picture.type })
  }
  return { shown, parts: (html) => parts.filter(({ cid }) => html.includes(`cid:${cid}`)) }
}

function fit(
  { width, height }: Picture,
  most: { width: number; height: number },
): Omit<MailPicture, 'src'> {
  const scale = Math.min(most.width / width, most.height / height)
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

const known = new Map<string, Promise<Picture | null>>()

/** A built-in picture, as PNG for mails (scripts/mail-pictures.ts). */
function readBuilt(path: string): Promise<Picture | null> | null {
  const file = normalize(join(clientFolder, path.replace(/\.svg$/, '.mail.png')))
  if (!file.startsWith(`${clientFolder}/brand/`) || !file.endsWith('.png')) return null
  const reading = known.get(file) ?? readFile(file).then(measure, () => null)
  known.set(file, reading)
  return reading
}

/** By the head of the PNG. */
const measure = (bytes: Buffer): Picture => ({
  bytes,
  type: 'image/png',
  width: bytes.readUInt32BE(16),
  height: bytes.readUInt32BE(20),
})

const widest = 960

/** A tenant's own: as JPEG, which all mail programs show, on its background. */
async function readOwn(
  deps: Pick<Deps, 'db'>,
  code: string,
  path: string,
  background: string,
): Promise<Picture | null> {
  const name = brandPictureName(code, path)
  if (!name) return null
  const key = `${path} ${background}`
  const read = async () => {
    const found = await withTenant(deps.db, code, (tx) => findTenantPicture(tx, code, name))
    if (!found) return null
    const bytes = await resizePicture(found.bytes, { width: widest, format: 'jpeg', background })
    return { bytes, type: 'image/jpeg', width: found.width, height: found.height }
  }
  const reading = known.get(key) ?? read()
  known.set(key, reading)
  try {
    return await reading
  } catch {
    known.delete(key)
    return null
  }
}
