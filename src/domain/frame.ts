// A tenant's programme inside a page of the provider's own site (spec section 3, ModuleIntegratedFrame).

export type Frame = {
  origins: string[] // whose pages may frame ours, and hear how high they are; never a wildcard
  recommendUrl: string | null // the provider's page that holds the frame
}

const loopback = /^(localhost|.+\.localhost|127\.0\.0\.1|\[::1\])$/

/** An address of a provider's site; null for everything but https, or http on the machine itself. */
export function siteUrl(text: string): URL | null {
  const url = URL.parse(text.trim())
  if (!url || url.username || url.password) return null
  const isSafe =
    url.protocol === 'https:' || (url.protocol === 'http:' && loopback.test(url.hostname))
  // A star is a character that host names may hold in a URL, and a wildcard where the browser reads the origin.
  return isSafe && !/[*;,\s']/.test(url.hostname) ? url : null
}

/**
 * `site` is MandantUrl, `path` EmpfehlenPath (below it), `page` EmpfehlenWebPage (a whole address, which goes before them).
 * Null where the programme is in no frame, or where nobody said in whose.
 */
export function readFrame(flags: {
  on: boolean
  site: string
  path: string
  page: string
}): Frame | null {
  if (!flags.on) return null
  const site = siteUrl(flags.site)
  const page =
    siteUrl(flags.page) ?? (site && flags.path.trim() ? siteUrl(below(site, flags.path)) : null)
  const origins = [site, page].flatMap((url) => (url ? [url.origin] : []))
  if (origins.length === 0) return null
  return { origins: [...new Set(origins)], recommendUrl: page?.href ?? null }
}

// As a path of that site, whatever it looks like: `//other.example` is no other host here.
const below = (site: URL, path: string) => `${site.origin}/${path.trim().replace(/^[/\\]+/, '')}`
