import { createRequire } from 'node:module'
import type SanitizeHtml from 'sanitize-html'
import { textSources } from '../../../contract/picture-path.ts'

// Loaded by the first text in HTML: it holds 20 MB, and most tenants write plain markup.
const load = createRequire(import.meta.url)
let loaded: typeof SanitizeHtml | null = null
const sanitizeHtml = (html: string, options: SanitizeHtml.IOptions): string =>
  (loaded ??= load('sanitize-html') as typeof SanitizeHtml)(html, options)

// What content may say in HTML. Nothing here is parsed by a browser in any other way than text: no SVG, no MathML, no element whose
// content is raw text, no style and no id, so nothing changes its meaning when it is parsed a second time.
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

// Their text is no text for readers either.
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
/** The path of a picture of ours as it is, null for every other one; one that climbs out of its folder is none. */
export const ownPicture: PictureOf = (src) =>
  /^\/(?:bild|brand)\/[\w./?=&-]*$/.test(src) && !src.includes('..') ? src : null

const optionsWith = (pictureOf: PictureOf): SanitizeHtml.IOptions => ({
  allowedTags: tags,
  nonTextTags: swallowed,
  allowedAttributes: {
    a: ['href', 'rel'],
    img: ['src', 'srcset', 'sizes', 'alt', 'width', 'height', 'loading'],
    ol: ['start'],
    th: ['scope', 'colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: [] },
  allowProtocolRelative: false,
  parseStyleAttributes: false,
  nestingLimit: 30,
  transformTags: {
    // The page has its own first heading.
    h1: 'h2',
    a: (tagName, { href = '' }) => ({ tagName, attribs: linkTo(href) }),
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
  // Pictures come from this server alone, which fetches and resizes those of the content service. A link that leads nowhere is its text.
  exclusiveFilter: ({ tag, attribs }) =>
    tag === 'a' && attribs.href === undefined
      ? 'excludeTag'
      : tag === 'img' && ownPicture(attribs.src ?? '') === null,
})

/**
 * HTML of content without anything that could run, load, look like a part of the page, or lead astray. Links lead to http, https, mail,
 * phone, or a path of this site; those to other sites tell them nothing of where somebody came from. Cleaning twice changes nothing.
 *
 * @param pictureOf the path of this site that a picture is shown from, null to leave it out
 */
export function sanitise(html: string, pictureOf: PictureOf = ownPicture): string {
  let clean = sanitizeHtml(html, optionsWith(pictureOf))
  // What was nested wrongly may be read in another way once it is clean. A text that never comes to rest says nothing.
  for (let round = 0; round < mostRounds; round += 1) {
    const again = sanitizeHtml(clean, optionsWith(ownPicture))
    if (again === clean) return clean
    clean = again
  }
  return ''
}

const mostRounds = 10

/** Which tags and which kinds of attributes cleaning takes out, for telling whoever wrote them: as the parser sees them. */
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

function linkTo(href: string): Record<string, string> {
  const url = URL.parse(href, `https://${ownHost}/`)
  if (!url || !schemes.includes(url.protocol) || url.username || url.password) return {}
  if (url.host === ownHost) return isOwnPath(href) ? { href } : {}
  const isAbsolute = /^[a-z]+:/i.test(href)
  if (!isAbsolute) return {}
  const isPage = url.protocol.startsWith('http')
  return { href: url.href, ...(isPage ? { rel: 'noopener noreferrer' } : {}) }
}

// A backslash is a slash to browsers, and two of them in front make another host.
const isOwnPath = (href: string) => /^[/?#][^\\\p{Cc}]*$/u.test(href) && !href.startsWith('//')

const numbers = (sizes: Record<string, string | undefined>) =>
  Object.fromEntries(
    Object.entries(sizes).filter((size): size is [string, string] =>
      /^[1-9]\d{0,3}$/.test(size[1] ?? ''),
    ),
  )
