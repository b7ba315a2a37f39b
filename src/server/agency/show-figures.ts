import { showAgencyFigures as endpoint } from '../../contract/einladung.ts'
import { BERLIN } from '../../domain/dates.ts'
import { serve } from '../serve.ts'
import { countFigures, countOpen, countToRelease } from './figure-store.ts'
import { whoseOf } from './invitation-view.ts'

export const showAgencyFigures = serve(endpoint, async ({ tenant, caller, today, transaction }) => {
  const whose = whoseOf(caller)
  const begin = today.with({ day: 1 }).toZonedDateTime(BERLIN).toInstant()
  return transaction(async (tx) => ({
    month: today.toPlainYearMonth().toString(),
    inMonth: await countFigures(tx, tenant.code, whose, begin),
    inAll: await countFigures(tx, tenant.code, whose, null),
    open: await countOpen(tx, tenant.code, whose, today),
    toRelease: await countToRelease(tx, tenant.code, whose),
  }))
})
