import { readFile } from 'node:fs/promises'
import type { CatalogueFile } from '../../contract/katalog-datei.ts'
import { readCatalogueFile } from '../catalogue/read-catalogue-file.ts'

const known = new Map<string, Promise<CatalogueFile>>()

/** A bundled demo catalogue by file name. */
export function readCatalogue(name: string): Promise<CatalogueFile> {
  const reading = known.get(name) ?? read(name)
  known.set(name, reading)
  return reading
}

async function read(name: string): Promise<CatalogueFile> {
  const text = await readFile(new URL(`./catalogue/${name}`, import.meta.url), 'utf8')
  const answer = readCatalogueFile(text)
  if ('file' in answer) return answer.file
  throw new Error(`${name}: ${JSON.stringify(answer.problems.slice(0, 5))}`)
}
