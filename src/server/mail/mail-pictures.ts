import { readFile } from 'node:fs/promises'
import { join, normalize } from 'node:path'
import type { MailPicture, MailTenant } from '../../contract/page-context.ts'

const clientFolder = join(import.meta.dirname, '../../../dist/client')

type Picture = { bytes: Buffer; width: number; height: number }

/** Longest sides in a mail, in CSS pixels; the files have twice as many. */
const sizes = { logo: { width: 220, height: 40 }, hero: { width: 560, height: 400 } }
const shop = { width: 200, height: 200 }

export type MailPictures = {
  shown: MailTenant['pictures']
  /** Those that a mail shows, as its parts. */
  parts: (html: string) => { cid: string; bytes: Buffer }[]
}

/**
 * The pictures that a mail can show: the tenant's logo and large picture, and one of its own (a shop's). They are parts of the mail, so that nothing
 * is fetched when it is read and nobody sees that it was. One that cannot be had is left out: no mail waits for a picture.
 *
 * @param inline data URIs instead of parts, for a mail that is only looked at
 */
export async function readMailPictures(
  theme: { logo: string; heroPicture: string },
  own: string | null,
  inline = false,
): Promise<MailPictures> {
  const wanted = [
    { path: theme.logo, name: 'logo', most: sizes.logo },
    { path: theme.heroPicture, name: 'hero', most: sizes.hero },
    ...(own ? [{ path: own, name: 'shop', most: shop }] : []),
  ]
  const shown: MailTenant['pictures'] = {}
  const parts: { cid: string; bytes: Buffer }[] = []
  for (const { path, name, most } of wanted) {
    const picture = await readPicture(path)
    if (!picture) continue
    const cid = `${name}@picture`
    const src = inline ? `data:image/png;base64,${picture.bytes.toString('base64')}` : `cid:${cid}`
    shown[path] = { src, ...fit(picture, most) }
    parts.push({ cid, bytes: picture.bytes })
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

/** A picture of the build, where mails have a PNG of each (scripts/mail-pictures.ts). */
function readPicture(path: string): Promise<Picture | null> {
  const file = normalize(join(clientFolder, path.replace(/\.svg$/, '.mail.png')))
  if (!file.startsWith(`${clientFolder}/brand/`) || !file.endsWith('.png'))
    return Promise.resolve(null)
  const reading = known.get(file) ?? readFile(file).then(measure, () => null)
  known.set(file, reading)
  return reading
}

/** By the head of the PNG. */
const measure = (bytes: Buffer): Picture => ({
  bytes,
  width: bytes.readUInt32BE(16),
  height: bytes.readUInt32BE(20),
})
