import { UsageError } from './command.ts'
import type { Answer, Command } from './command.ts'
import { describeError } from './describe-error.ts'
import { helpFor, helpForAll, usageOf } from './help.ts'
import { openDeps } from './open-deps.ts'
import { parseCommand } from './parse-command.ts'

/** Runs one command line and answers the exit code: 0 done, 1 failed or done in part, 2 wrong usage. */
export async function runCli(
  commands: readonly Command[],
  words: string[],
  environment: NodeJS.ProcessEnv,
): Promise<0 | 1 | 2> {
  const [group, name, ...rest] = words
  if (group === undefined || group === 'help' || group.startsWith('-')) {
    const asked = group === 'help' || group === '--help' || group === '-h'
    return asked ? print(helpForAll(commands), 0) : complain(`${helpForAll(commands)}\n`, 2)
  }
  const ofGroup = commands.filter((command) => command.group === group)
  const found = ofGroup.find((command) => command.name === name)
  if (!found) {
    const asked = name === '--help' || name === '-h'
    if (asked && ofGroup.length > 0) return print(helpForAll(ofGroup), 0)
    const said = [group, name].filter((word) => word !== undefined).join(' ')
    return complain(`There is no command "${said}".\n\n${helpForAll(ofGroup.length > 0 ? ofGroup : commands)}\n`, 2)
  }
  if (rest.some((word) => word === '--help' || word === '-h')) return print(helpFor(found), 0)
  try {
    const answer = await runCommand(found, rest, environment)
    return answer.failed ? 1 : 0
  } catch (error) {
    if (error instanceof UsageError) {
      return complain(`${error.message}.\nUsage: npm run cli -- ${usageOf(found)} (--help explains it)\n`, 2)
    }
    return complain(`${describeError(error)}\n`, 1)
  }
}

async function runCommand(command: Command, words: string[], environment: NodeJS.ProcessEnv): Promise<Answer> {
  const { args, values, tenant, operator, json } = parseCommand(command, words, environment)
  const opened = await openDeps(environment)
  try {
    // Refuses an unknown tenant before the command reads files or asks for anything.
    if (tenant !== '') await opened.deps.tenants.get(tenant)
    const actor = { kind: 'operator', id: operator } as const
    const { deps, databaseUrl } = opened
    const answer = await command.run({ args, values, tenant, actor, deps, databaseUrl })
    process.stdout.write(`${json ? JSON.stringify(answer.data, null, 2) : answer.text}\n`)
    return answer
  } finally {
    await opened.close()
  }
}

function print(text: string, code: 0): 0 {
  process.stdout.write(`${text}\n`)
  return code
}

function complain(text: string, code: 1 | 2): 1 | 2 {
  process.stderr.write(text)
  return code
}
