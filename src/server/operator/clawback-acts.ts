import * as contract from '../../contract/betrieb-rueckforderungen.ts'
import { retryConflict } from '../db/retry-conflict.ts'
import { serve } from '../serve.ts'
import { personOf } from '../team/sign-in.ts'
import * as act from './act-on-clawback.ts'
import { operatorOf } from './reward-list.ts'

export const remindOfClawback = serve(contract.remindOfClawback, (call) =>
  call.transaction(async (tx) => {
    await act.remind(tx, { ...call, caller: operatorOf(call.caller) })
    return undefined
  }),
)

export const setOffClawback = serve(contract.setOffClawback, (call) =>
  retryConflict(() =>
    call.transaction((tx) => act.setOff(tx, { ...call, caller: personOf(call) })),
  ),
)

export const writeOffClawback = serve(contract.writeOffClawback, (call) =>
  call.transaction(async (tx) => {
    const { outcome } = await act.waive(tx, { ...call, caller: personOf(call) })
    return { outcome }
  }),
)

export const decideWriteOff = serve(contract.decideWriteOff, (call) =>
  call.transaction(async (tx) => {
    await act.decideProposal(tx, { ...call, caller: personOf(call) })
    return undefined
  }),
)

export const bookRepayment = serve(contract.bookRepayment, (call) =>
  call.transaction(async (tx) => {
    const { outcome, leftCents } = await act.repay(tx, { ...call, caller: personOf(call) })
    return { outcome, leftCents }
  }),
)

export const takeBackRepayment = serve(contract.takeBackRepayment, (call) =>
  call.transaction((tx) => act.takeBack(tx, { ...call, caller: personOf(call) })),
)
