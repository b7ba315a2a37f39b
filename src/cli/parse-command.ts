import { parseArgs } from 'node:util'
import { UsageError } from './command.ts'
import type { Command, Option, Options, Values } from './command.ts'

/** Options of every command. */
export const commonOptions = {
  tenant: { value: 'CODE', text: 'the tenant it is about' },
  as: {
    value: 'NAME',
    text: 'who does it, for the audit log (else ZUSPRUCH_OPERATOR, else "cli")',
  },
  json: { text: 'print machine-readable JSON' },
  help: { text: 'print this help' },
} satisfies Record<string, Option>

export type ParsedCommand = {
  args: string[]
  values: Values<Options>
  tenant: string
  operator: string
  json: boolean
}

/** Parses the arguments after `<group> <command>`; throws UsageError with one sentence. */
export function parseCommand(
  command: Command,
  words: string[],
  environment: NodeJS.ProcessEnv,
): ParsedCommand {
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
    operator: readOperator(values['as'] ?? environment['ZUSPRUCH_OPERATOR']),
    json: values['json'] === true,
  }
}

function parse(command: Command, words: string[]) {
  const known = Object.entries({ ...commonOptions, ...command.options } as Options)
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

// Stored in the audit log for good, so a plain name only.
function readOperator(name: string | boolean | undefined): string {
  const operator = typeof name === 'string' && name.trim() !== '' ? name.trim() : 'cli'
  if (/^[\p{L}\p{N}][\p{L}\p{N}@._ -]{0,63}$/u.test(operator)) return operator
  throw new UsageError('--as takes a name of up to 64 letters, digits, spaces and . _ @ -')
}
