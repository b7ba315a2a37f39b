import type { Actor } from '../server/base/audit-store.ts'
import type { Deps } from '../server/context.ts'

/** One option of a command; `value` is the placeholder in the help, and its absence makes a flag. */
export type Option = { value?: string; text: string }
export type Options = Record<string, Option>

export type Values<O extends Options> = string extends keyof O
  ? Record<string, string | boolean | undefined>
  : { [K in keyof O]?: O[K] extends { value: string } ? string : boolean }

/** Asks whoever sits at the terminal; null where nobody does. */
export type Ask = ((question: string) => Promise<boolean>) | null

/** What a command works with. `tenant` is '' where the command takes none. */
type Context<O extends Options = Options> = {
  args: string[]
  values: Values<O>
  tenant: string
  actor: Actor
  deps: Deps
  databaseUrl: string
  /** The login that may change what the app's may not; null where DATABASE_OWNER_URL is not set. */
  ownerUrl: string | null
  ask: Ask
}

/** `data` is what --json prints, `text` what people read. `failed` makes the exit code 1. */
export type Answer = { data: unknown; text: string; failed?: boolean }

export type Command<O extends Options = Options> = {
  group: string
  name: string
  /** Positional arguments by name, for example ['FILE']; all are required unless in brackets. */
  args: string[]
  summary: string
  /** Further lines of the command's help, as they are printed: formats, an example. */
  details?: readonly string[]
  options: O
  tenant: 'required' | 'none'
  run: (context: Context<O>) => Promise<Answer>
}

/** Keeps the types of a command's own options inside it and forgets them outside. */
export function command<const O extends Options>(definition: Command<O>): Command {
  return definition as unknown as Command
}

/** The caller's mistake: printed with the usage of the command, exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** What went wrong in one sentence for the operator; exit code 1. */
export class CommandError extends Error {
  override name = 'CommandError'
}
