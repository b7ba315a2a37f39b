import { parseArgs } from 'node:util'
import { reason as reasonText } from '../contract/betrieb-zugang.ts'
import { UsageError } from './command.ts'
import type { Command, Option, Options, Values } from './command.ts'

/** Options of every command. */
export const commonOptions = {
  tenant: { value: 'CODE', text: 'the tenant it is about' },
  'token-file': {
    value: 'FILE',
    text: 'your own token, where one is asked for (else ZUSPRUCH_TOKEN)',
  },
  json: { text: 'print machine-readable JSON' },
  help: { text: 'print this help' },
} satisfies Record<string, Option>

export type ParsedCommand = {
  args: string[]
  values: Values<Options>
  tenant: string
  tokenFile: string | undefined
  reason: string | undefined
  json: boolean
}

/** Parses the arguments after `<group> <command>`; throws UsageError with one sentence. */
export function parseCommand(command: Command, words: string[]): ParsedCommand {
  const { values, positionals } = parse(command, words)
  const required = command.args.filter((name) => !name.startsWith('['))
  const missing = required[positionals.length]
  if (missing !== undefined) throw new UsageError(`${missing} is missing`)
  const extra = positionals[command.args.length]
  if (extra !== undefined) throw new UsageError(`"${extra}" is one argument too many`)
  const tenant = values['tenant'] ?? ''
  if (command.tenant === 'required' && tenant === '')
    throw new UsageError('--tenant CODE is missing')
  return {
    args: positionals,
    values,
    tenant: String(tenant),
    tokenFile: textOf(values['token-file']),
    reason: command.asksReason ? readReason(values['reason']) : undefined,
    json: values['json'] === true,
  }
}

function parse(command: Command, words: string[]) {
  const known = Object.entries({ ...commonOptions, ...optionsOf(command) } as Options)
  const options = Object.fromEntries(
    known.map(([name, option]) => [name, { type: option.value ? 'string' : 'boolean' } as const]),
  )
  try {
    return parseArgs({ args: words, options, allowPositionals: true, strict: true })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new UsageError(reason.split('\n')[0]?.replace(/\.? To specify.*$/, '') ?? reason)
  }
}

const textOf = (value: string | boolean | undefined) =>
  typeof value === 'string' ? value : undefined

const reasonOption = { reason: { value: 'TEXT', text: 'why, for the audit log' } }

/** A command's own options. */
export const optionsOf = ({ asksReason, options }: Command): Options =>
  asksReason ? { ...reasonOption, ...options } : options

function readReason(given: string | boolean | undefined): string {
  const reason = reasonText.safeParse(given)
  if (!reason.success) throw new UsageError('--reason TEXT is missing, or not 3 to 500 characters')
  return reason.data
}
