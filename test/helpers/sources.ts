// The product's source files, as the rules of the house read them.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = new URL('../..', import.meta.url).pathname
export const read = (file: string) => readFileSync(join(root, file), 'utf8')
const isTest = (file: string) => /\.test\.tsx?$|\.test-(helper|process)\.tsx?$/.test(file)
export const sources = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter((file) => !isTest(file))

/** The room that a file belongs to: the folder or the file below `src/server` or `src/web`. */
export const roomOf = (path: string, side: 'server' | 'web') =>
  new RegExp(`^src/${side}/([^/]+)`).exec(path)?.[1] ?? null
