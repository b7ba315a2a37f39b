import {
  createReadStream,
  createWriteStream,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import { build } from 'vite'
import { drawMailPictures } from './mail-pictures.ts'
import { writeNotices } from './notices.ts'
import { takeTurns } from './take-turns.ts'

// Builds the web app for browsers and server, and compresses what browsers fetch. Skipped when no source changed, so that the second `npm
// start` is quick; `--force` builds anyway.

const stamp = 'dist/.built-from'

function fingerprint(): string {
  const hash = createHash('sha256')
  const files = [
    ...globSync('src/{web,contract,domain}/**/*', { exclude: (path) => path.endsWith('.test.ts') }),
    'vite.config.ts',
    ...globSync('demo/*/{tenant.json,pictures/*}'),
    'scripts/build.ts',
    ...globSync('scripts/{mail-pictures,notices,page-styles,subset-fonts}.ts'),
    'package-lock.json',
  ]
  for (const file of files.toSorted()) {
    if (statSync(file).isFile()) hash.update(file).update(readFileSync(file))
  }
  return hash.digest('hex')
}

async function compress(file: string): Promise<void> {
  const brotli = createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
  await pipeline(createReadStream(file), brotli, createWriteStream(`${file}.br`))
  await pipeline(createReadStream(file), createGzip({ level: 9 }), createWriteStream(`${file}.gz`))
}

// Several tests may ask for a build at once; those that waited find it done.
mkdirSync('dist', { recursive: true })
await takeTurns('dist/.building', async () => {
  const wanted = fingerprint()
  const built =
    existsSync(stamp) && existsSync('dist/ssr/entry-server.js') ? readFileSync(stamp, 'utf8') : ''
  if (built === wanted && !process.argv.includes('--force')) return
  process.env.NODE_ENV = 'production'
  process.stdout.write('Building the web app …\n')
  rmSync(stamp, { force: true })
  await build({ logLevel: 'warn' })
  await build({ logLevel: 'warn', build: { ssr: true } })
  await drawMailPictures('dist/client')
  writeNotices('.')
  const files = globSync('dist/client/**/*.{js,css,svg,json,txt}')
  for (let start = 0; start < files.length; start += 8)
    await Promise.all(files.slice(start, start + 8).map(compress))
  writeFileSync(stamp, wanted)
})
