import { readFile } from 'node:fs/promises'
import {
  mayAt,
  operatorRoles,
  type OperatorNeed,
  type OperatorRole,
} from '../domain/operator-abilities.ts'
import type { Deps } from '../server/context.ts'
import { readCommander, type OperatorCaller } from '../server/team/session.ts'
import { CommandError, type Command } from './command.ts'

// Who acts is proved by a token of their own, and what they may is asked of the console's table: never believed.

export type Asked = { needs: OperatorNeed } & Pick<Command, 'asksPerson'>

/** Which roles may do it at a place. */
export const rolesFor = (place: string, needs: OperatorNeed): OperatorRole[] =>
  operatorRoles.filter((role) => mayAt([role], place, needs))

/** The person whose token it is, at a tenant. @throws CommandError without one, or without this right */
export async function askPerson(
  deps: Pick<Deps, 'db' | 'clock' | 'demo'>,
  { needs, asksPerson }: Asked,
  tenant: string,
  text: string,
): Promise<OperatorCaller> {
  if (text === '')
    throw new CommandError(
      'This asks for your own token: make one in the console ("Your access", "For the command line"), and give it as ZUSPRUCH_TOKEN or in a file as --token-file FILE',
    )
  const person = await readCommander(deps, tenant, text)
  if (!person)
    throw new CommandError('Your token is unknown, or has ended: make a new one in the console')
  if (!mayAt(person.roles, tenant, needs))
    throw new CommandError(
      `Your token does not allow this at ${tenant}: it needs one of the roles ${rolesFor(tenant, needs).join(', ')} (PSOF0203)`,
    )
  if (asksPerson && person.isScript)
    throw new CommandError(
      'A token for scripts decides nothing: make one for the command line in the console (PSOF0203)',
    )
  return person
}

/** The token's text: from a file, else from the environment. Never an argument, which the list of processes shows. */
export async function readTokenText(
  file: string | undefined,
  environment: NodeJS.ProcessEnv,
): Promise<string> {
  const text = file === undefined ? environment['ZUSPRUCH_TOKEN'] : await readFile(file, 'utf8')
  return (text ?? '').trim()
}
