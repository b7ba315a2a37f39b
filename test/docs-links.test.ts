import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { commands } from '../src/cli/commands.ts'
import { commonOptions, optionsOf } from '../src/cli/parse-command.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const pages = ['README.md', ...globSync('docs/**/*.md', { cwd: root })]
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** What stands between ``` fences or backticks is an example and no link. */
const prose = (text: string) => text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '')

/** The anchors of a page: those that GitHub makes of its headings, and `<a id>`. */
function anchorsOf(text: string): Set<string> {
  const seen = new Map<string, number>()
  const anchors = new Set([...prose(text).matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id))
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
      : [`${page}: ${link} has no such anchor`]
  })
}

test.each(pages)('the links of %s lead to files and headings that exist', (page) => {
  expect(problemsOf(page, read(page))).toEqual([])
})

test('a link to nowhere, outside, and to a missing heading would be seen', () => {
  const text =
    '# Hier\n<a id="7"></a>[a](#hier) [b](#7) [c](#dort) [d](nichts.md) [e](../../x) [f](README.md#nie) `[g](h)`'
  expect(problemsOf('README.md', text)).toEqual([
    'README.md: #dort has no such anchor',
    'README.md: nichts.md leads nowhere',
    'README.md: ../../x leads nowhere',
    'README.md: README.md#nie has no such anchor',
  ])
})

const decisions = globSync('docs/decisions/*.md', { cwd: root }).map((file) => ({
  file: relative('docs', file),
  numbers: [...read(file).matchAll(/^<a id="(\d+)"><\/a>\*\*\1\. /gm)].map(([, n]) => Number(n)),
}))
const recorded = decisions.flatMap(({ numbers }) => numbers)

/** The records that a text names: "decision 7", "decisions 7, 8 and 9", "`docs/decisions.md` 7", "(docs/decisions.md, 7)". */
const namedIn = (text: string) =>
  [...text.matchAll(/\bdecisions?(?:\.md`?,?)? (\d+(?:(?:, | and |, and )\d+)*)/gi)].flatMap(
    ([, list = '']) => list.match(/\d+/g)?.map(Number) ?? [],
  )

/** "1, 2, 5–7" as numbers. */
const spelledOut = (list: string) =>
  list.split(', ').flatMap((part) => {
    const [first = Number.NaN, last = first] = part.split('–').map(Number)
    return Array.from({ length: last - first + 1 }, (_, i) => first + i)
  })

test('no number of a decision is there twice, and the index lists them where they are', () => {
  expect(recorded.filter((n, i) => recorded.indexOf(n) !== i)).toEqual([])
  const rows = read('docs/decisions.md').matchAll(
    /^\| \[[^\]]+\]\(([^)]+)\) \|[^|]+\| ([^|]+) \|$/gm,
  )
  const listed = [...rows].map(([, file = '', list = '']) => [file, spelledOut(list)])
  expect(Object.fromEntries(listed)).toEqual(
    Object.fromEntries(decisions.map(({ file, numbers }) => [file, numbers])),
  )
})

test('every decision that code and pages name by number exists', () => {
  expect(
    namedIn('Decision 7, decisions 8 and 9, `docs/decisions.md` 10, (docs/decisions.md, 11)'),
  ).toEqual([7, 8, 9, 10, 11])
  const files = [
    ...pages,
    ...globSync('{src,test,scripts,bench}/**/*.{ts,tsx,sql,css}', { cwd: root }),
  ]
  const missing = files
    .filter((file) => file !== 'test/docs-links.test.ts')
    .flatMap((file) => namedIn(read(file)).map((n) => ({ file, n })))
    .filter(({ n }) => !recorded.includes(n))
  expect(missing).toEqual([])
})

/** Command lines of a page's shell blocks, and those in backticks, that no command of the program understands. */
function unknownCommands(text: string): string[] {
  const groups = new Set(commands.map(({ group }) => group))
  const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block = '']) => block)
  const lines = blocks.flatMap((block) =>
    [...block.matchAll(/\bcli (?:-- )?((?:(?! #|[;\n]).)+)/g)].map(([, line = '']) => line.trim()),
  )
  const quoted = [...text.matchAll(/`([a-z-]+ [^`]+)`/g)]
    .map(([, line = '']) => line)
    .filter((line) => groups.has(line.split(' ')[0]!))
  return [...lines, ...quoted].filter((line) => {
    const [group, name] = line.split(' ')
    const found = commands.find((one) => one.group === group && one.name === name)
    const options = [...line.matchAll(/(?<= )--([a-z-]+)/g)].map(([, option = '']) => option)
    return !found || !options.every((option) => option in { ...commonOptions, ...optionsOf(found) })
  })
}

test('the commands that the documents name exist, with their options', () => {
  expect(
    unknownCommands('```sh\ncli payout pay --tenant x # --no\n```\n`payout list --by x`'),
  ).toEqual(['payout pay --tenant x', 'payout list --by x'])
  expect(pages.flatMap((page) => unknownCommands(read(page)))).toEqual([])
})
