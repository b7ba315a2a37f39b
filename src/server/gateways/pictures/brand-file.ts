import { existsSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../../..')

/**
 * The file of a demo company's picture (vite.config.ts serves it below /brand), or null for other paths. A production install has
 * the built ones alone.
 */
export function brandFile(path: string): string | null {
  const [, company, name] = /^\/brand\/([a-z]+)\/([\w-]+\.(?:svg|png))$/.exec(path) ?? []
  if (!company || !name) return null
  const files = [
    join(root, 'demo', company, 'pictures', name),
    join(root, 'dist/client/brand', company, name),
  ]
  return files.find((file) => existsSync(file)) ?? null
}
