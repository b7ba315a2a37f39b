import { readFileSync } from 'node:fs'
import { transform } from 'lightningcss'
import type { Manifest } from 'vite'

// What a stranger's page needs of the stylesheet, for its first packets: what its own scripts name. The whole of it follows when the visitor
// goes on (src/web/runtime/add-styles.ts).

const whole = 'src/web/ui/style.css'
const look = /^src\/web\/ui\/looks\/(\w+)\.css$/
// Other pages, and texts.
const apart = /^src\/web\/(all-pages|page-gate|routes)\.ts$|\.json$/

/** The rooms of pages that strangers open first. */
const strangersPage = /^src\/web\/(catalogue|consent|content|referral)\/[\w-]+-page\.tsx$/

/** By source path below the project: of each page, its part of the whole and of each look. */
export function pageStyles(
  manifest: Manifest,
  folder = 'dist/client',
): Record<string, Record<string, string>> {
  const read = (file: string) => readFileSync(`${folder}/${file}`, 'utf8')
  const styles = Object.values(manifest).filter(({ file }) => file.endsWith('.css'))
  const parted = Object.keys(manifest).filter((source) => source === whole || look.test(source))
  const cssOf = (source: string) => read(manifest[source]?.file ?? '')
  const classesOf = new Map(parted.map((source) => [source, classesIn(cssOf(source))]))
  // Looks, desks and the pages' own stylesheets may use its properties.
  const others = styles.filter(({ file }) => file !== manifest[whole]?.file)
  const elsewhere = others.map(({ file }) => read(file)).join('')
  const pages = Object.keys(manifest).filter((source) => strangersPage.test(source))
  return Object.fromEntries(
    pages.map((page) => {
      const named = wordsIn(scriptsOf(manifest, page).map(read))
      const partOf = (source: string) => {
        const root = look.exec(source)?.[1]
        const unused = [...(classesOf.get(source) ?? [])].filter(
          (name) => !named.has(name) && name !== root,
        )
        const few = without(cssOf(source), unused)
        return source === whole ? without(few, unusedProperties(few, elsewhere)) : few
      }
      return [page, Object.fromEntries(parted.map((source) => [source, partOf(source)]))]
    }),
  )
}

const without = (css: string, unusedSymbols: string[]) =>
  transform({
    filename: whole,
    code: Buffer.from(css),
    minify: true,
    unusedSymbols,
  }).code.toString()

function classesIn(css: string): Set<string> {
  const names = new Set<string>()
  transform({
    filename: whole,
    code: Buffer.from(css),
    visitor: {
      Selector(selector) {
        for (const part of selector) if (part.type === 'class') names.add(part.name)
      },
    },
  })
  return names
}

function unusedProperties(css: string, others: string): string[] {
  const used = new Set([...(css + others).matchAll(/var\(\s*(--[\w-]+)/g)].map(([, name]) => name))
  const all = new Set([...css.matchAll(/--[\w-]+/g)].map(([name]) => name))
  return [...all].filter((name) => !used.has(name))
}

/** Class names stand whole in scripts, as Tailwind asks. */
const wordsIn = (scripts: string[]) =>
  new Set(scripts.flatMap((script) => script.split(/[\s"'`{}$]+/)))

/** All that the page may load before it goes to another. */
function scriptsOf(manifest: Manifest, source: string): string[] {
  const seen = new Set<string>()
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || seen.has(key) || apart.test(key)) return
    seen.add(key)
    for (const next of [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])]) visit(next)
  }
  for (const key of ['src/web/entry-client.ts', source]) visit(key)
  return [...seen].map((key) => manifest[key]?.file ?? '').filter((file) => file.endsWith('.js'))
}
