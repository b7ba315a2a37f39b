// The programme inside a page of the provider's site (spec section 3, ModuleIntegratedFrame).

export type Frame = {
  origins: string[] // origins that may frame our pages and receive their height; never a wildcard
  recommendUrl: string | null // the provider's page that holds the frame
}

const loopback = /^(localhost|.+\.localhost|127\.0\.0\.1|\[::1\])$/

/** A provider's URL; null unless https, or http on localhost. */
export function siteUrl(text: string): URL | null {
  const url = URL.parse(text.trim())
  if (!url || url.username || url.password) return null
  const isSafe =
    url.protocol === 'https:' || (url.protocol === 'http:' && loopback.test(url.hostname))
  // A star is valid in a URL's host, but a wildcard where the browser reads the origin.
  return isSafe && !/[*;,\s']/.test(url.hostname) ? url : null
}

/**
 * `site` is MandantUrl, `path` EmpfehlenPath (below it), `page` EmpfehlenWebPage (a full URL, which wins). Null without a frame
 * or its owner.
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

// Always a path of that site: `//other.example` is no other host here.
const below = (site: URL, path: string) => `${site.origin}/${path.trim().replace(/^[/\\]+/, '')}`
