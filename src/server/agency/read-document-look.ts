import { readFile } from 'node:fs/promises'
import { join, normalize } from 'node:path'
import type { Tenant } from '../../domain/tenant.ts'
import { familyOf } from '../gateways/invoice-files/document-fonts.ts'
import type { DocumentLook } from '../gateways/invoice-files/write-invoice-pdf.ts'

const brandFolder = new URL('../../web/public/', import.meta.url).pathname

/** The tenant's colours and logo for its documents. A logo that is more than plain paths is left out; the name stands there then. */
export async function readDocumentLook(tenant: Pick<Tenant, 'theme'>): Promise<DocumentLook> {
  const { colours, logo } = tenant.theme
  const fonts = {
    body: familyOf(tenant.theme.fontBody),
    heading: familyOf(tenant.theme.fontHeading),
  }
  const look = { primary: colours.primary, muted: colours.muted, line: colours.line, fonts }
  const file = normalize(join(brandFolder, logo))
  const svg = file.startsWith(brandFolder) ? await readFile(file, 'utf8').catch(() => null) : null
  return { ...look, logo: svg === null ? null : readLogo(svg) }
}

export function readLogo(svg: string): DocumentLook['logo'] {
  const size = /^\s*<svg[^>]* viewBox="0 0 ([\d.]+) ([\d.]+)"[^>]*>/.exec(svg)
  const paths = [...svg.matchAll(/<path fill="(#[0-9a-f]{3,6})" d="([^"]+)"\/>/gi)].map(
    ([, fill = '', d = '']) => ({ fill, d }),
  )
  const rest = svg.replaceAll(
    /<path fill="#[0-9a-f]{3,6}" d="[^"]+"\/>|<title>[^<]*<\/title>/gi,
    '',
  )
  const isPlain = size !== null && paths.length > 0 && /^\s*<svg[^>]*>\s*<\/svg>\s*$/.test(rest)
  return isPlain ? { width: Number(size[1]), height: Number(size[2]), paths } : null
}
