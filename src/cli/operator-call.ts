import { withTenant, type Tx } from '../server/db/connection.ts'
import { retryConflict } from '../server/db/retry-conflict.ts'
import type { Deps } from '../server/context.ts'
import { uuidv7 } from '../server/base/uuid.ts'
import { AppError } from '../server/errors.ts'
import type { OperatorCaller } from '../server/team/session.ts'
import { CommandError } from './command.ts'

type Given = {
  deps: Deps
  tenant: string
  caller: () => OperatorCaller
  reason: string | undefined
}

/**
 * Does what the console does, as the person whose token was given, with what is there now. `otherwise`: why it may not be done, where
 * the console would offer nothing.
 */
export async function asOperator<Body, Done>(
  { deps, tenant: code, caller, reason = '' }: Given,
  id: string,
  body: Body,
  work: (tx: Tx, call: CommandCall<Body>) => Promise<Done>,
  otherwise: string,
): Promise<Done> {
  const tenant = await deps.tenants.get(code)
  const call: CommandCall<Body> = {
    deps,
    tenant,
    params: { id },
    body: { ...body, version: null, reason },
    caller: caller(),
    now: deps.clock.now(),
    today: deps.clock.today(),
    locale: 'en',
    requestId: uuidv7(),
  }
  try {
    return await retryConflict(() => withTenant(deps.db, code, (tx) => work(tx, call)))
  } catch (error) {
    if (error instanceof AppError && error.failure.name === 'changed-meanwhile')
      throw new CommandError(otherwise)
    throw error
  }
}

type CommandCall<Body> = {
  deps: Deps
  tenant: Awaited<ReturnType<Deps['tenants']['get']>>
  params: { id: string }
  body: Body & { version: null; reason: string }
  caller: OperatorCaller
  now: Temporal.Instant
  today: Temporal.PlainDate
  locale: 'en'
  requestId: string
}
