import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { isAllowed, partsOf } from './licences.ts'

// Licences of what the build bundles: scripts by what vite says, fonts by the manifest, and Tailwind's own rules in every stylesheet.

/** As vite writes it (`build.license`). */
type Bundled = { name: string; version: string; identifier?: string; text?: string }
type Notice = { name: string; licence: string; text: string }

const head = (what: string) =>
  `Third-party parts\n\n${what}\nEach is under the licence that follows its name.\n`
const rule = `\n${'-'.repeat(78)}\n\n`

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))

/** A package with the text of its licence, from node_modules. */
function packageOf(root: string, name: string): Bundled {
  const folder = resolve(root, 'node_modules', name)
  const { version, license } = readJson(resolve(folder, 'package.json')) as Record<string, string>
  const [file] = globSync('{LICENSE,LICENCE,license,licence,COPYING}*', { cwd: folder })
  return {
    name,
    version: version ?? '',
    ...(license ? { identifier: license } : {}),
    ...(file ? { text: readFileSync(resolve(folder, file), 'utf8').trim() } : {}),
  }
}

/** Packages of files that the client's build copied: fonts. */
function assetsOf(client: string): string[] {
  const manifest = readJson(resolve(client, '.vite/manifest.json')) as Record<string, unknown>
  return Object.keys(manifest).flatMap((source) => {
    const [, name] =
      /node_modules\/((?:@[^/]+\/)?[^/]+)\/.*\.(?:woff2?|svg|png|css)$/.exec(source) ?? []
    return name ? [name] : []
  })
}

/** What may be bundled, with its licence. @throws for a part without a licence's text, of one that is not allowed, or of the build alone */
export function noticesOf(
  bundled: readonly Bundled[],
  lock: string,
  ofBuild: readonly string[] = [],
): Notice[] {
  const parts = partsOf(lock)
  const byName = new Map(bundled.map((one) => [`${one.name} ${one.version}`, one]))
  return [...byName.values()]
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, identifier, text }) => {
      const licence = identifier ?? parts.find((part) => part.name === name)?.licence ?? ''
      if (!text) throw new Error(`${name} is bundled, but has no text of its licence`)
      if (!isAllowed(name, licence))
        throw new Error(`${name} is bundled, but its licence is ${licence}`)
      const isProduction = parts.some((part) => part.name === name && !part.dev)
      if (!isProduction && !ofBuild.includes(name))
        throw new Error(`${name} is bundled, but stands in devDependencies`)
      return { name, licence, text }
    })
}

const write = (what: string, notices: readonly Notice[]) =>
  [
    head(what),
    ...notices.map(({ name, licence, text }) => `${name} (${licence})\n\n${text}\n`),
  ].join(rule)

/** Writes dist/client/notices.txt, which is served, and dist/notices.txt with the server's bundle as well. */
export function writeNotices(root: string): void {
  const [client, ssr] = [resolve(root, 'dist/client'), resolve(root, 'dist/ssr')]
  const lock = readFileSync(resolve(root, 'package-lock.json'), 'utf8')
  const bundledIn = (folder: string) => {
    const file = resolve(folder, '.vite/licenses.json')
    if (!existsSync(file)) throw new Error(`${file} is missing: vite writes it (build.license)`)
    return readJson(file) as Bundled[]
  }
  // Its rules stand in the stylesheets; nothing else of it is shipped.
  const styles = ['tailwindcss']
  const forBrowsers = [
    ...bundledIn(client),
    ...[...new Set(assetsOf(client)), ...styles].map((name) => packageOf(root, name)),
  ]
  const files: [file: string, what: string, bundled: Bundled[]][] = [
    [
      resolve(client, 'notices.txt'),
      'In the scripts, styles and fonts that browsers get.',
      forBrowsers,
    ],
    [
      resolve(root, 'dist/notices.txt'),
      'In the files of dist/. Parts in node_modules bring their licences along.',
      [...forBrowsers, ...bundledIn(ssr)],
    ],
  ]
  for (const [file, what, bundled] of files)
    writeFileSync(file, write(what, noticesOf(bundled, lock, styles)))
}
