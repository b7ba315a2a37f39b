import { isUtf8 } from 'node:buffer'
import { extname } from 'node:path'
import { readBeside } from './read-beside.ts'

// With a folder, so that no host name is taken for one. No segment starts with a dot.
const fileName = /^(?:\w[\w.-]*\/)+\w[\w.-]*\.(?:md|png|jpe?g|webp)$/

const pictureTypes: Record<string, string> = {
  '.png': 'png',
  '.jpg': 'jpeg',
  '.jpeg': 'jpeg',
  '.webp': 'webp',
}

/**
 * Puts the files that a JSON file names (`texts/terms.de.md`, `pictures/logo.png`) in their places: Markdown as text, pictures as data
 * URIs. Each problem names its field. @param folder the JSON file's; null without one
 */
export function fillFiles(
  value: unknown,
  folder: string | null,
): { value: unknown; problems: string[] } {
  const problems: string[] = []
  const fill = (part: unknown, path: readonly string[]): unknown => {
    if (typeof part === 'string') return fileName.test(part) ? read(part, path.join('.')) : part
    if (Array.isArray(part)) return part.map((row, at) => fill(row, [...path, String(at)]))
    if (typeof part !== 'object' || part === null) return part
    return Object.fromEntries(
      Object.entries(part).map(([name, one]) => [name, fill(one, [...path, name])]),
    )
  }
  const read = (name: string, field: string): string => {
    const bytes = readBeside(folder, name)
    const type = pictureTypes[extname(name)]
    if (bytes && type) return `data:image/${type};base64,${bytes.toString('base64')}`
    if (bytes && isUtf8(bytes)) return bytes.toString().trim()
    problems.push(
      bytes
        ? `${field}: ${name} is not UTF-8`
        : `${field}: there is no file ${name} beside this one, of at most 5 MiB`,
    )
    return name
  }
  return { value: fill(value, []), problems }
}
