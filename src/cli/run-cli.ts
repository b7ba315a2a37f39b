import type { OperatorNeed } from '../domain/operator-abilities.ts'
import { platformCode } from '../domain/platform.ts'
import type { Actor } from '../server/base/audit-store.ts'
import { inRequest } from '../server/base/current-request.ts'
import { actorOf } from '../server/context.ts'
import { fail } from '../server/errors.ts'
import type { OperatorCaller } from '../server/team/session.ts'
import { askPerson, readTokenText } from './ask-person.ts'
import { UsageError } from './command.ts'
import type { Answer, Ask, Command } from './command.ts'
import { describeError } from './describe-error.ts'
import { helpFor, helpForAll, usageOf } from './help.ts'
import { openDeps } from './open-deps.ts'
import { parseCommand } from './parse-command.ts'
import { printable } from './printable.ts'

export type Streams = { out: (text: string) => void; err: (text: string) => void; ask?: Ask }

/** Runs a command line; returns the exit code: 0 done, 1 failed or partly done, 2 wrong usage. */
export async function runCli(
  commands: readonly Command[],
  words: string[],
  environment: NodeJS.ProcessEnv,
  streams: Streams,
): Promise<0 | 1 | 2> {
  const print = (text: string) => (streams.out(`${printable(text)}\n`), 0 as const)
  const complain = (text: string, code: 1 | 2) => (streams.err(`${printable(text)}\n`), code)
  const ask: Ask = streams.ask ? (question) => streams.ask!(printable(question)) : null
  const [group, name, ...rest] = words
  if (group === undefined || group === 'help' || group.startsWith('-')) {
    const asked = group === 'help' || group === '--help' || group === '-h'
    return asked ? print(helpForAll(commands)) : complain(helpForAll(commands), 2)
  }
  const ofGroup = commands.filter((command) => command.group === group)
  const found = ofGroup.find((command) => command.name === name)
  if (!found) {
    const asked = name === '--help' || name === '-h'
    if (asked && ofGroup.length > 0) return print(helpForAll(ofGroup))
    const said = [group, name].filter((word) => word !== undefined).join(' ')
    return complain(
      `There is no command "${said}".\n\n${helpForAll(ofGroup.length > 0 ? ofGroup : commands)}`,
      2,
    )
  }
  if (rest.some((word) => word === '--help' || word === '-h')) return print(helpFor(found))
  try {
    const { answer, json } = await runCommand(found, rest, environment, ask)
    print(json ? JSON.stringify(answer.data, null, 2) : answer.text)
    return answer.failed ? 1 : 0
  } catch (error) {
    if (error instanceof UsageError) {
      return complain(
        `${error.message}.\nUsage: npm run cli -- ${usageOf(found)} (--help explains it)`,
        2,
      )
    }
    return complain(describeError(error), 1)
  }
}

async function runCommand(
  command: Command,
  words: string[],
  environment: NodeJS.ProcessEnv,
  ask: Ask,
): Promise<{ answer: Answer; json: boolean }> {
  const { args, values, tenant, tokenFile, reason, json } = parseCommand(command, words)
  const { needs } = command
  const token = await readTokenText(tokenFile, environment)
  const opened = await openDeps(environment)
  try {
    // Refuses an unknown tenant before reading files or asking.
    if (tenant !== '') await opened.deps.tenants.get(tenant)
    // The platform has operators and a log, but nothing else of a tenant.
    if (tenant === platformCode && command.tenant === 'required') throw fail('unknown-tenant')
    const { deps, databaseUrl, ownerUrl } = opened
    const person =
      needs === 'set-up' ? null : await askPerson(deps, { ...command, needs }, tenant, token)
    const context = {
      args,
      values,
      tenant,
      deps,
      databaseUrl,
      ownerUrl,
      ask,
      actor: { ...(person ? actorOf(person) : setUp), ...(reason ? { reason } : {}) },
      caller: () => given(person),
      asPerson: async (place: string, asked: OperatorNeed) =>
        actorOf(await askPerson(deps, { needs: asked, asksPerson: true }, place, token)),
    }
    // Rows of the audit log say by which command.
    const name = `command line: ${command.group} ${command.name}`
    return { answer: await inRequest({ id: name }, () => command.run(context)), json }
  } finally {
    await opened.close()
  }
}

/** Nobody in particular: the first steps of an installation, and emergencies. */
const setUp: Actor = { kind: 'operator', id: 'command line, set-up' }

function given(person: OperatorCaller | null): OperatorCaller {
  if (!person) throw new Error('A set-up command asks for no person')
  return person
}
