import { createRequire } from 'node:module'
import type SanitizeHtml from 'sanitize-html'
import { textSources } from '../../../contract/picture-path.ts'

// Loaded on demand: it takes 20 MB, and most tenants use plain markup.
const load = createRequire(import.meta.url)
let loaded: typeof SanitizeHtml | null = null
const sanitizeHtml = (html: string, options: SanitizeHtml.IOptions): string =>
  (loaded ??= load('sanitize-html') as typeof SanitizeHtml)(html, options)

// Allowed HTML. All of it parses the same way twice: no SVG, no MathML, no raw-text elements, no style, no id.
const tags = [
  'p',
  'br',
  'hr',
  'h2',
  'h3',
  'h4',
  'ul',
  'ol',
  'li',
  'dl',
  'dt',
  'dd',
  'strong',
  'b',
  'em',
  'i',
  'u',
  's',
  'small',
  'span',
  'sup',
  'sub',
  'blockquote',
  'a',
  'img',
  'table',
  'caption',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
]

// Removed with their text.
const swallowed = [
  'script',
  'style',
  'textarea',
  'option',
  'select',
  'noscript',
  'noembed',
  'noframes',
  'iframe',
  'object',
  'embed',
  'applet',
  'template',
  'title',
  'xmp',
  'plaintext',
  'svg',
  'math',
  'audio',
  'video',
  'canvas',
  'head',
]

const schemes = ['http:', 'https:', 'mailto:', 'tel:']
const ownHost = 'own.invalid'

type PictureOf = (src: string) => string | null
/** The path of our own picture, or null; also for paths leaving its folder. */
export const ownPicture: PictureOf = (src) =>
  /^\/(?:bild|brand)\/[\w./?=&-]*$/.test(src) && !src.includes('..') ? src : null

const optionsWith = (pictureOf: PictureOf): SanitizeHtml.IOptions => ({
  allowedTags: tags,
  nonTextTags: swallowed,
  allowedAttributes: {
    a: ['href', 'rel'],
    img: ['src', 'srcset', 'sizes', 'alt', 'width', 'height', 'loading'],
    ol: ['start'],
    span: ['lang'],
    th: ['scope', 'colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: [] },
  allowProtocolRelative: false,
  parseStyleAttributes: false,
  nestingLimit: 30,
  transformTags: {
    // The page has its own h1.
    h1: 'h2',
    a: (tagName, { href = '' }) => ({ tagName, attribs: linkTo(href) }),
    span: (tagName, { lang = '' }) => ({ tagName, attribs: languageIn(lang) }),
    img: (tagName, { src = '', alt = '', width, height }) => {
      const own = pictureOf(src) ?? ''
      return {
        tagName,
        attribs: {
          src: own,
          ...textSources(own),
          alt,
          ...numbers({ width, height }),
          loading: 'lazy',
        },
      }
    },
  },
  // Pictures come from this server only, which fetches and resizes the service's. Links without target become text.
  exclusiveFilter: ({ tag, attribs }) =>
    tag === 'a' && attribs.href === undefined
      ? 'excludeTag'
      : tag === 'img' && ownPicture(attribs.src ?? '') === null,
})

/**
 * Sanitises content: nothing that runs, loads, imitates the page or misleads. Links lead to http, https, mail, phone or own
 * paths; external ones send no referrer. Idempotent. @param pictureOf own path of a picture, or null to omit it
 */
export function sanitise(html: string, pictureOf: PictureOf = ownPicture): string {
  let clean = sanitizeHtml(html, optionsWith(pictureOf))
  // Wrong nesting may parse differently once sanitised. A text that never settles becomes empty.
  for (let round = 0; round < mostRounds; round += 1) {
    const again = sanitizeHtml(clean, optionsWith(ownPicture))
    if (again === clean) return clean
    clean = again
  }
  return ''
}

const mostRounds = 10

/** Removed tags and attributes, as parsed, to report to authors. */
export function droppedTags(html: string): string[] {
  const dropped = new Set<string>()
  let acts = false
  sanitizeHtml(html, {
    ...optionsWith(ownPicture),
    onOpenTag: (tag, attributes) => {
      if (!tags.includes(tag) && tag !== 'h1') dropped.add(`<${tag.slice(0, 40)}>`)
      acts ||= Object.keys(attributes).some((name) => name.startsWith('on'))
    },
  })
  const runs = /javascript:|data:/i.test(html) ? ['links that run'] : []
  return [...[...dropped].slice(0, 20), ...(acts ? ['event handlers'] : []), ...runs]
}

const languageIn = (lang: string): Record<string, string> =>
  /^[a-z]{2,3}(?:-[A-Za-z0-9]{1,8}){0,3}$/.test(lang) ? { lang } : {}

function linkTo(href: string): Record<string, string> {
  const url = URL.parse(href, `https://${ownHost}/`)
  if (!url || !schemes.includes(url.protocol) || url.username || url.password) return {}
  if (url.host === ownHost) return isOwnPath(href) ? { href } : {}
  const isAbsolute = /^[a-z]+:/i.test(href)
  if (!isAbsolute) return {}
  const isPage = url.protocol.startsWith('http')
  return { href: url.href, ...(isPage ? { rel: 'noopener noreferrer' } : {}) }
}

// Browsers treat a backslash as slash, and two leading ones start another host.
const isOwnPath = (href: string) => /^[/?#][^\\\p{Cc}]*$/u.test(href) && !href.startsWith('//')

const numbers = (sizes: Record<string, string | undefined>) =>
  Object.fromEntries(
    Object.entries(sizes).filter((size): size is [string, string] =>
      /^[1-9]\d{0,3}$/.test(size[1] ?? ''),
    ),
  )
