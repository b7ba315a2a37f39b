import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const pages = ['README.md', ...globSync('docs/**/*.md', { cwd: root })]
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** What stands between ``` fences or backticks is an example and no link. */
const prose = (text: string) => text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '')

/** The anchors that GitHub makes of a page's headings. */
function anchorsOf(text: string): Set<string> {
  const seen = new Map<string, number>()
  const anchors = new Set<string>()
  for (const [, heading = ''] of text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/^#+\s+(.+)$/gm)) {
    const plain = heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-')
    const count = seen.get(plain) ?? 0
    seen.set(plain, count + 1)
    anchors.add(count === 0 ? plain : `${plain}-${count}`)
  }
  return anchors
}

function problemsOf(page: string, text: string): string[] {
  const links = [...prose(text).matchAll(/\[[^\]]*\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)/g)].map(
    ([, target = '']) => target,
  )
  return links.flatMap((link) => {
    if (/^[a-z][a-z0-9+.-]*:/i.test(link)) return []
    const [path = '', anchor] = decodeURI(link).split('#')
    const file = path === '' ? page : relative(root, resolve(root, dirname(page), path))
    if (file.startsWith('..') || !existsSync(join(root, file)))
      return [`${page}: ${link} leads nowhere`]
    if (anchor === undefined || !file.endsWith('.md')) return []
    return anchorsOf(file === page ? text : read(file)).has(anchor)
      ? []
      : [`${page}: ${link} has no such heading`]
  })
}

test.each(pages)('the links of %s lead to files and headings that exist', (page) => {
  expect(problemsOf(page, read(page))).toEqual([])
})

test('a link to nowhere, outside, and to a missing heading would be seen', () => {
  const text =
    '# Hier\n[a](#hier) [b](#dort) [c](nichts.md) [d](../../x) [e](README.md#nie) `[f](g)`'
  expect(problemsOf('README.md', text)).toEqual([
    'README.md: #dort has no such heading',
    'README.md: nichts.md leads nowhere',
    'README.md: ../../x leads nowhere',
    'README.md: README.md#nie has no such heading',
  ])
})
