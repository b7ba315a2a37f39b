import { readFile } from 'node:fs/promises'
import { brandPictureName } from '../../domain/brand-picture.ts'
import type { Tenant } from '../../domain/tenant.ts'
import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { familyOf } from '../gateways/invoice-files/document-fonts.ts'
import type { DocumentLook } from '../gateways/invoice-files/draw-page.ts'
import { brandFile } from '../gateways/pictures/brand-file.ts'
import { resizePicture } from '../gateways/pictures/resize-picture.ts'
import { findTenantPicture } from '../tenant/picture-store.ts'

const paper = '#ffffff'

/** The tenant's colours and logo for documents. A drawing with more than plain paths is replaced by the name. */
export async function readDocumentLook(
  deps: Pick<Deps, 'db' | 'log'>,
  tenant: Pick<Tenant, 'code' | 'theme'>,
): Promise<DocumentLook> {
  const { colours, logo } = tenant.theme
  const fonts = {
    body: familyOf(tenant.theme.fontBody),
    heading: familyOf(tenant.theme.fontHeading),
  }
  const look = { primary: colours.primary, muted: colours.muted, line: colours.line, fonts }
  const name = brandPictureName(tenant.code, logo)
  if (name !== null) return { ...look, logo: await readOwn(deps, tenant.code, name) }
  const file = brandFile(logo)
  const svg = file === null ? null : await readFile(file, 'utf8').catch(() => null)
  return { ...look, logo: svg === null ? null : readLogo(svg) }
}

/** A tenant's own picture, on white paper. Documents never wait for it. */
async function readOwn(
  deps: Pick<Deps, 'db' | 'log'>,
  code: string,
  name: string,
): Promise<DocumentLook['logo']> {
  const found = await withTenant(deps.db, code, (tx) => findTenantPicture(tx, code, name))
  if (!found) return null
  const { width, height } = found
  try {
    const wanted = { width: 960, format: 'jpeg', background: paper } as const
    return { width, height, jpeg: await resizePicture(found.bytes, wanted) }
  } catch (error) {
    deps.log.warn({ tenant: code, err: error }, 'the logo is left out of documents')
    return null
  }
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
