import type { Actor } from '../server/base/audit-store.ts'
import type { OperatorNeed } from '../domain/operator-abilities.ts'
import type { Deps } from '../server/context.ts'
import type { OperatorCaller } from '../server/team/session.ts'

/** An option; `value` is the placeholder in the help, without it a flag. */
export type Option = { value?: string; text: string }
export type Options = Record<string, Option>

export type Values<O extends Options> = string extends keyof O
  ? Record<string, string | boolean | undefined>
  : { [K in keyof O]?: O[K] extends { value: string } ? string : boolean }

/** Asks at the terminal; null without one. */
export type Ask = ((question: string) => Promise<boolean>) | null

/** A command's context. `tenant` is '' if it takes none. */
type Context<O extends Options = Options> = {
  args: string[]
  values: Values<O>
  tenant: string
  /** The person, or nobody for set-up; with their reason. */
  actor: Actor
  /** The person whose token was given. @throws for set-up, which asks for nobody */
  caller: () => OperatorCaller
  /** Asks a set-up command for a person after all. */
  asPerson: (place: string, needs: OperatorNeed) => Promise<Actor>
  deps: Deps
  databaseUrl: string
  /** The owner's login; null without DATABASE_OWNER_URL. */
  ownerUrl: string | null
  ask: Ask
}

/** `data` for --json, `text` for people. `failed`: exit code 1. */
export type Answer = { data: unknown; text: string; failed?: boolean }

export type Command<O extends Options = Options> = {
  group: string
  name: string
  /** Positional arguments, e.g. ['FILE']; required unless in brackets. */
  args: string[]
  summary: string
  /** Further help lines as printed: formats, an example. */
  details?: readonly string[]
  options: O
  tenant: 'required' | 'none'
  /** The right that it asks a person for, of the console's table; `set-up`: settings, content, keys and servers, and emergencies. */
  needs: 'set-up' | OperatorNeed
  /** What decides, moves money or shows a person's data: a token for scripts is not enough. */
  asksPerson?: true
  /** `--reason`, for the audit log. */
  asksReason?: true
  run: (context: Context<O>) => Promise<Answer>
}

/** Infers a command's option types inside and erases them outside. */
export function command<const O extends Options>(definition: Command<O>): Command {
  return definition as unknown as Command
}

/** Wrong usage: printed with the command's usage, exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** A failure in one sentence for the operator; exit code 1. */
export class CommandError extends Error {
  override name = 'CommandError'
}
