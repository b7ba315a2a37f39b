import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** A patch of test/defects, which begins with the test that must catch it: `# test: path/to/file.test.ts › title`. */
export type Defect = {
  name: string
  path: string
  file: string // of the test
  title: string
  changes: string[] // files
}

export function readDefects(root: string): Defect[] {
  const paths = globSync('test/defects/*.patch', { cwd: root }).toSorted()
  return paths.map((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    const [, file, title] = /^# test: (\S+) › (.+)$/m.exec(text) ?? []
    if (!file || !title) throw new Error(`${path} names no test`)
    const changes = [...text.matchAll(/^\+\+\+ b\/(.+)$/gm)].map((match) => match[1]!)
    return { name: basename(path, '.patch'), path, file, title, changes }
  })
}
