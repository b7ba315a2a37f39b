import { picturePath } from '../../../contract/picture-path.ts'
import type { Tenant } from '../../../domain/tenant.ts'
import { ownPicture } from './sanitise.ts'

/**
 * Where a picture of content is shown from: this server, which fetches it from the tenant's content service and resizes it. Null for
 * one that is neither the service's nor ours: no request of a page leaves the host.
 */
export function contentPicture(
  { code, contentApp, contentService }: Pick<Tenant, 'code' | 'contentApp' | 'contentService'>,
  src: string,
): string | null {
  if (ownPicture(src) !== null) return src
  if (!contentService) return null
  const path = '/api/assets/' // as the service's own editor writes it, without its host
  const start = [path, `${contentService.url.replace(/\/+$/, '')}${path}`].find((base) =>
    src.startsWith(base),
  )
  if (start === undefined) return null
  const [first = '', second = ''] = src.slice(start.length).split(/[?#]/, 1).join('').split('/')
  const id = first === contentApp && second !== '' ? second : first
  return /^[A-Za-z0-9][\w-]{0,63}$/.test(id) ? picturePath(code, 'inhalt', id, 640) : null
}
