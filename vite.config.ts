import { existsSync, globSync, readFileSync, readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Manifest, type Plugin } from 'vite'
import { pageStyles } from './scripts/page-styles.ts'
import { lettersFolder, subsetFonts } from './scripts/subset-fonts.ts'
import { webCalls, wireTable, wireTables } from './scripts/wire-tables.ts'

// Two builds: `vite build` makes dist/client, then `vite build --ssr` makes dist/ssr, which reads the first one's manifest.

const looks = readdirSync('src/web/ui/looks').filter((file) => file.endsWith('.css'))

// Few chunks beside the page's own: what every page needs, and what every form needs. Each more costs a request, and compresses alone.
const sharedChunks = [
  // Separate, because entry-client.ts runs React in a turn of its own and must not need the rest for that.
  { name: 'load', test: /vite\/preload-helper|\/(next-turn|without-stacks)\.ts/ },
  {
    name: 'react',
    test: /node_modules\/(react|react-dom|scheduler)\//,
  },
  {
    name: 'base',
    test: /node_modules\/react-router\/|src\/(contract\/page-kinds|domain\/(money|dates|list-words)|web\/((?!entry-client|all-pages|routes|pages|page-gate)[\w-]+|runtime\/(?!next-turn|without-stacks|migrate-token|own-texts|send-height|watch-session|router|text-files|make-call|send-in-browser|wire-names|add-styles)[\w-]+|layout\/(?!area-frame|how-it-works)[\w-]+|consent\/(consent-context|save-cookie-choice)|exit\/exit-intent|ui\/(button|card|money|notice|spinner|format-date|rich-text|safe-html|keep-together)))\.tsx?$/,
  },
  {
    name: 'calls',
    test: /virtual:wire$|web\/runtime\/(make-call|send-in-browser|wire-names)\.ts$/,
  },
  {
    name: 'content',
    test: /src\/(domain\/(keep-together|rich-text)|web\/(content\/(plain-text|rich-content)|tracking\/track|ui\/empty-list|catalogue\/(load-campaigns|teaser-words|campaign-teasers)))\.tsx?$/,
  },
  {
    name: 'form',
    test: /src\/web\/(ui\/form\/(checkbox-field|draft|field|form-[\w-]+|page-form|rules|submit-button|text-field)|captcha\/captcha(-step)?|referral\/(agent-line|link-problem|recipient-form-id))\./,
  },
]

export default defineConfig(({ isSsrBuild }) => ({
  publicDir: 'src/web/public',
  appType: 'custom',
  resolve: { alias: { '@letters': resolve(lettersFolder) } },
  plugins: [
    letters(),
    react(),
    tailwindcss(),
    plainImports(),
    leanRouter(),
    wire(),
    clientAssets(),
    demoPictures(),
  ],
  // Bundled, so that the server starts fast and uses production React whatever NODE_ENV says.
  ssr: { noExternal: isSsrBuild ? true : undefined },
  define: isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
  build: isSsrBuild
    ? {
        outDir: 'dist/ssr',
        copyPublicDir: false,
        license: { fileName: '.vite/licenses.json' },
        target: 'node26',
        rolldownOptions: { input: 'src/web/entry-server.tsx' },
      }
    : {
        outDir: 'dist/client',
        manifest: true,
        license: { fileName: '.vite/licenses.json' },
        target: 'baseline-widely-available',
        // The server lists preloads in the head; vite's helper would search the document on each import.
        modulePreload: false,
        rolldownOptions: {
          input: [
            'src/web/entry-client.ts',
            'src/web/ui/style.css',
            'src/web/ui/desk.css',
            ...looks.map((file) => `src/web/ui/looks/${file}`),
          ],
          output: {
            codeSplitting: { groups: sharedChunks },
            // Without names: every page loads the addresses of all others.
            chunkFileNames: 'assets/[hash].js',
          },
        },
      },
}))

/** The parts of fonts that stylesheets name. */
const letters = (): Plugin => ({ name: 'letters', config: subsetFonts })

/** `virtual:wire` and the like (scripts/wire-tables.ts) keep zod out of browsers. A build has the calls of src/web, the dev server all. */
function wire(): Plugin {
  let called: Set<string> | undefined
  return {
    name: 'wire',
    configResolved({ command }) {
      if (command === 'build') called = webCalls()
    },
    resolveId: (source) => (wireTables.some((id) => id === source) ? `\0${source}` : undefined),
    load(resolved) {
      const table = wireTables.find((id) => resolved === `\0${id}`)
      return table && `export const wire = ${JSON.stringify(wireTable(table, called))}`
    },
  }
}

/** Without vite's helper for imports, which loads stylesheets: ours are in the page (decision 32). */
function plainImports(): Plugin {
  return {
    name: 'plain-imports',
    enforce: 'pre',
    apply: 'build',
    load: (id) =>
      id === '\0vite/preload-helper.js'
        ? 'export const __vitePreload = (load) => load()'
        : undefined,
  }
}

/** Without what nobody uses of the router, but no build can leave out by itself: a tenth of every page's script. */
function leanRouter(): Plugin {
  const cuts: [file: RegExp, what: RegExp, by: string][] = [
    // Warnings to programmers: they see them where they develop.
    [
      /lib\/(router\/(router|utils|history)|dom\/(lib|dom)|components|hooks)\.js$/,
      /^\s*warn(ing|Once)\(.*\);$/gm,
      ';',
    ],
    [/lib\/router\/router\.js$/, /\binit\.instrumentations\b/g, 'undefined'],
    [
      /lib\/router\/router\.js$/,
      /\bconsumeInstrumentationClientResultMetaReceiver\(router\)/g,
      'undefined',
    ],
    // Components that nobody imports, as `Link`: their making looks like an effect.
    [/lib\/dom\/lib\.js$/, /= (React\$1\.forwardRef\()/g, '= /* @__PURE__ */ $1'],
    [/lib\/dom\/lib\.js$/, /^\w+\.displayName = "\w+";$/gm, ''],
  ]
  return {
    name: 'lean-router',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    transform(source, id) {
      if (!id.includes('/node_modules/react-router/dist/')) return undefined
      const code = cuts.reduce((left, [file, what, by]) => {
        if (file.test(id) && left.search(what) < 0) throw new Error(`${id} has changed: no ${what}`)
        return file.test(id) ? left.replaceAll(what, by) : left
      }, source)
      return { code, map: null }
    },
  }
}

/** `virtual:client-assets`: built files of each page, look and text; empty in the client and in dev. */
function clientAssets(): Plugin {
  const id = 'virtual:client-assets'
  const manifestFile = 'dist/client/.vite/manifest.json'
  let building = false
  return {
    name: id,
    configResolved(config) {
      building = config.command === 'build' && Boolean(config.build.ssr)
    },
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load(resolved) {
      if (resolved !== `\0${id}`) return undefined
      if (!building) return 'export const clientAssets = null'
      if (!existsSync(manifestFile)) throw new Error('build the client first: npx vite build')
      const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest
      const own = pageStyles(manifest)
      const files = Object.entries(manifest)
        .filter(([, chunk]) => chunk.isEntry || chunk.isDynamicEntry)
        .map(([source]) => [source, { ...filesOf(manifest, source), own: own[source] }])
      return `export const clientAssets = ${JSON.stringify(Object.fromEntries(files))}`
    },
  }
}

/** The pictures of the demo's companies, below /brand as at an operator's below /marke. */
function demoPictures(): Plugin {
  const folder = 'demo'
  const files = globSync(`${folder}/*/pictures/*`)
  const pathOf = (file: string) => file.replace(`${folder}/`, 'brand/').replace('pictures/', '')
  return {
    name: 'demo-pictures',
    configureServer({ middlewares }) {
      middlewares.use((request, _response, next) => {
        const file = files.find((one) => request.url === `/${pathOf(one)}`)
        if (file) request.url = `/${file}`
        next()
      })
    },
    generateBundle() {
      if (this.environment.name !== 'client') return
      for (const file of files)
        this.emitFile({ type: 'asset', fileName: pathOf(file), source: readFileSync(file) })
    },
  }
}

/** A chunk's file, then its imports; stylesheets, and their text. Paths from the host's root. */
function filesOf(manifest: Manifest, source: string) {
  const scripts = new Set<string>()
  const styles = new Set<string>()
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || scripts.has(`/${chunk.file}`)) return
    if (chunk.file.endsWith('.css')) styles.add(chunk.file)
    else scripts.add(`/${chunk.file}`)
    for (const file of chunk.css ?? []) styles.add(file)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  visit(source)
  const css = [...styles].map((file) => readFileSync(`dist/client/${file}`, 'utf8').trim())
  return {
    scripts: [...scripts],
    styles: [...styles].map((file) => `/${file}`),
    css: css.join(''),
  }
}
