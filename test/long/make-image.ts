// What the Dockerfile makes, in folders of this machine: there is no docker here.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs'
import { basename, dirname, join, matchesGlob, relative, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
const workdir = '/srv/zuspruch'

type Image = { folder: string; env: Record<string, string>; command: string[]; health: string }

/**
 * Follows the Dockerfile's stages. `build` is not run: its `dist` is this folder's, which was built already. What only root may do
 * (users, folders outside) is left out.
 */
export function makeImage(target: string): Image {
  const ignored = readFileSync(join(root, '.dockerignore'), 'utf8').trim().split('\n')
  const isSent = (path: string) =>
    !ignored.some((pattern) => matchesGlob(relative(root, path), pattern))
  const stages = new Map<string, string>([['build', root]])
  const image: Image = { folder: target, env: {}, command: [], health: '' }
  let folder: string | null = null
  for (const line of instructions()) {
    const [, word = '', rest = ''] = /^(\w+)\s+(.*)$/s.exec(line) ?? []
    if (word === 'FROM') {
      const name = /^node:26-slim(?: AS (\w+))?$/.exec(rest)
      if (!name) throw new Error(`Not known here: ${line}`)
      folder = name[1] === 'build' ? null : name[1] ? join(target, `of-${name[1]}`) : target
      if (folder !== null) mkdirSync(folder, { recursive: true })
      if (name[1] && folder !== null) stages.set(name[1], folder)
    } else if (folder === null) continue
    else if (word === 'COPY') {
      const from = /^--from=(\w+) (.*)$/.exec(rest)
      const source = from ? (stages.get(from[1] ?? '') ?? '') : root
      const paths = (from?.[2] ?? rest).split(' ')
      const to = join(folder, paths.pop() ?? '')
      for (const path of paths) {
        const here = join(source, path.replace(`${workdir}/`, ''))
        const copy = statSync(here).isFile() ? join(to, basename(here)) : to
        mkdirSync(dirname(copy), { recursive: true })
        // Of a stage that nobody needs any more.
        if (from && source !== root) renameSync(here, copy)
        else cpSync(here, copy, { recursive: true, filter: from ? () => true : isSent })
      }
    } else if (word === 'RUN') {
      if (rest.startsWith('install -d -o node')) continue
      const { status, stderr } = run(rest, folder, image.env)
      if (status !== 0) throw new Error(`${rest}: ${stderr}`)
    } else if (word === 'ENV')
      for (const pair of rest.split(' ')) {
        const [name = '', value = ''] = pair.split('=')
        image.env[name] = value
      }
    else if (word === 'CMD') image.command = JSON.parse(rest) as string[]
    else if (word === 'HEALTHCHECK') image.health = rest.replace(/^.*?\bCMD\s+/s, '')
    else if (!['WORKDIR', 'USER', 'EXPOSE'].includes(word))
      throw new Error(`Not known here: ${line}`)
  }
  return image
}

/** Without comments, a continued line as one. */
function instructions(): string[] {
  const text = readFileSync(join(root, 'Dockerfile'), 'utf8').replaceAll(/^#.*\n/gm, '')
  return text.replaceAll('\\\n', ' ').split('\n').filter(Boolean)
}

export function run(command: string, folder: string, env: Record<string, string>) {
  return spawnSync('sh', ['-c', command], {
    cwd: folder,
    encoding: 'utf8',
    env: {
      // The image's Node.
      PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
      HOME: process.env['HOME'] ?? '',
      npm_config_prefer_offline: 'true',
      npm_config_audit: 'false',
      npm_config_fund: 'false',
      ...env,
    },
  })
}
