import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartError } from '../../env/start-error.ts'

/** User and command prefix for a PostgreSQL program. */
export type RunAs = { owner: { uid: number; gid: number } | null; prefix: string[] }

/**
 * PostgreSQL refuses to run as root, so root runs it as the cluster's owner, else "postgres", else "nobody". If that user cannot
 * reach the project or DATA_DIR (a clone below /root), setpriv lends it the one capability.
 */
export function chooseUser(cluster: string, program: string): RunAs {
  if (process.getuid?.() !== 0) return { owner: null, prefix: [] }
  const owner = ownerOf(cluster) ?? findUser('postgres') ?? findUser('nobody')
  if (!owner) {
    throw new StartError(
      'The embedded PostgreSQL cannot run as root and found no user "postgres" or "nobody": start as another user, or set DATABASE_URL.',
    )
  }
  if (canReach(dirname(cluster), owner) && canReach(program, owner)) return { owner, prefix: [] }
  const prefix = lendRights(owner)
  const [command, ...args] = [...prefix, program, '--version']
  if (spawnSync(command, args, { stdio: 'ignore' }).status === 0) return { owner, prefix }
  throw new StartError(
    `Started as root, the embedded PostgreSQL runs as another user who may not enter ${dirname(cluster)} or ${dirname(program)}: start as that folder's user, or move the project out of it.`,
  )
}

function lendRights({ uid, gid }: { uid: number; gid: number }): string[] {
  // Without the securebit, access(2) ignores capabilities, and initdb finds no postgres beside it.
  const rights = [
    '--securebits=+no_setuid_fixup',
    '--inh-caps=-all,+dac_override',
    '--ambient-caps=-all,+dac_override',
  ]
  return ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', ...rights, '--']
}

function ownerOf(path: string): { uid: number; gid: number } | null {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat && stat.uid !== 0 ? { uid: stat.uid, gid: stat.gid } : null
}

function findUser(name: string): { uid: number; gid: number } | null {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((candidate) => candidate.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : null
}

function canReach(path: string, { uid, gid }: { uid: number; gid: number }): boolean {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat) {
    const bits = stat.uid === uid ? stat.mode >> 6 : stat.gid === gid ? stat.mode >> 3 : stat.mode
    if ((bits & 1) === 0) return false
  }
  const parent = dirname(path)
  return parent === path || canReach(parent, { uid, gid })
}
