import { join } from 'node:path'

const folder = join(import.meta.dirname, '../../../../demo')

/** The file of a demo company's picture (vite.config.ts serves it below /brand), or null for other paths. */
export function brandFile(path: string): string | null {
  const [, company, name] = /^\/brand\/([a-z]+)\/([\w-]+\.(?:svg|png))$/.exec(path) ?? []
  return company && name ? join(folder, company, 'pictures', name) : null
}
