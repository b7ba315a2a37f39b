import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../src/server/context.ts'
import { confirmBatchAs } from '../../src/server/operator/pay-as.ts'
import { takeFileBack } from '../../src/server/payout/cancel-file.ts'
import { runBankUpload } from '../../src/server/operator/run-bank-upload.ts'
import { releasePayout } from '../../src/server/payout/release-payout.ts'
import { makeCall } from '../helpers/make-call.ts'

/** What one process does: a call of the console, a job of the queue, or a command. */
export type Step =
  | { does: 'call'; token: string; method: string; path: string; body?: object }
  | { does: 'job'; kind: 'release-payout' | 'cancel-payout-file' | 'apply-bank-file'; id: string }
  | { does: 'confirm'; id: string; by: string }

export const tenant = 'standard'

/** @returns the HTTP status; 200 for what is no call */
export async function runStep(app: FastifyInstance, deps: Deps, step: Step): Promise<number> {
  if (step.does === 'call') {
    const { method, path, token, body } = step
    return (await makeCall(app)(method, `/${tenant}/betrieb${path}`, { token, body })).status
  }
  if (step.does === 'confirm')
    await confirmBatchAs(deps, tenant, step.id, { kind: 'operator', id: step.by })
  else if (step.kind === 'release-payout') await releasePayout(deps, tenant, step.id)
  else if (step.kind === 'apply-bank-file')
    await runBankUpload(deps, tenant, step.id, new AbortController().signal)
  else await takeFileBack(deps, tenant, step.id)
  return 200
}
