import { atQueue, type Deps } from '../context.ts'
import { tellingSweeps } from './tell-operators.ts'

/** Tells all that is to be told now. */
export async function tellOperators(deps: Deps, code: string): Promise<void> {
  for (const { run } of tellingSweeps(atQueue(deps), await deps.tenants.get(code))) await run()
}
