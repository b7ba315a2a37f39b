import { picturePath } from '../../../contract/picture-path.ts'
import type { Tenant } from '../../../domain/tenant.ts'
import { ownPicture } from './sanitise.ts'

/**
 * The path of a content picture on this server, which fetches and resizes it. Null for foreign pictures: pages load nothing from
 * other hosts.
 */
export function contentPicture(
  { code, contentApp, contentService }: Pick<Tenant, 'code' | 'contentApp' | 'contentService'>,
  src: string,
): string | null {
  if (ownPicture(src) !== null) return src
  if (!contentService) return null
  const path = '/api/assets/' // as the service's editor writes it, without host
  const start = [path, `${contentService.url.replace(/\/+$/, '')}${path}`].find((base) =>
    src.startsWith(base),
  )
  if (start === undefined) return null
  const [first = '', second = ''] = src.slice(start.length).split(/[?#]/, 1).join('').split('/')
  const id = first === contentApp && second !== '' ? second : first
  return /^[A-Za-z0-9][\w-]{0,63}$/.test(id) ? picturePath(code, 'inhalt', id, 640) : null
}
