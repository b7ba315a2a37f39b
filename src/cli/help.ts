import type { Command, Option } from './command.ts'
import { rolesFor } from './ask-person.ts'
import { commonOptions, optionsOf } from './parse-command.ts'

const program = 'npm run cli --'

export function helpForAll(commands: readonly Command[]): string {
  const names = commands.map(usageOf)
  const width = Math.max(...names.map((name) => name.length))
  const lines = commands.map((command, at) => `  ${names[at]!.padEnd(width)}  ${command.summary}`)
  return [
    `Usage: ${program} <group> <command> [arguments] [options]`,
    '',
    ...lines,
    '',
    'Options of every command:',
    ...optionLines(commonOptions),
    '',
    `"${program} <group> <command> --help" explains one command.`,
    'What decides, moves money or shows people asks for your own token, made in the console: ZUSPRUCH_TOKEN or --token-file FILE.',
    'Exit code: 0 done, 1 failed or done in part, 2 wrong usage.',
    'Database: DATABASE_URL, else the embedded one under DATA_DIR (./data), whether the app is running or not.',
  ].join('\n')
}

export function helpFor(command: Command): string {
  const options = optionsOf(command)
  const own = Object.entries(options).length > 0
  return [
    `Usage: ${program} ${usageOf(command)} [options]`,
    '',
    `${command.summary}.`,
    '',
    ...(command.details ? [...command.details, ''] : []),
    ...whoMay(command),
    ...(own ? ['Options:', ...optionLines(options), ''] : []),
    'Options of every command:',
    ...optionLines(commonOptions),
  ].join('\n')
}

function whoMay({ needs, asksPerson }: Command): string[] {
  if (needs === 'set-up') return []
  const roles = rolesFor('', needs).join(', ')
  const kind = asksPerson ? 'for the command line' : 'for the command line or for scripts'
  return [`Asks for your own token ${kind}, with one of the roles: ${roles}.`, '']
}

export function usageOf(command: Command): string {
  const tenant = command.tenant === 'required' ? ['--tenant CODE'] : []
  return [command.group, command.name, ...command.args, ...tenant].join(' ')
}

function optionLines(options: Record<string, Option>): string[] {
  const entries = Object.entries(options).map(
    ([name, option]) =>
      [`--${name}${option.value ? ` ${option.value}` : ''}`, option.text] as const,
  )
  const width = Math.max(...entries.map(([left]) => left.length))
  return entries.map(([left, text]) => `  ${left.padEnd(width)}  ${text}`)
}
