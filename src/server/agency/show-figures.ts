import { showAgencyFigures as endpoint } from '../../contract/einladung.ts'
import { BERLIN } from '../../domain/dates.ts'
import { together } from '../db/together.ts'
import { serve } from '../serve.ts'
import { countFigures, countOpen, countToRelease } from './figure-store.ts'
import { whoseOf } from './invitation-view.ts'

export const showAgencyFigures = serve(endpoint, async ({ tenant, caller, today, transaction }) => {
  const whose = whoseOf(caller)
  const begin = today.with({ day: 1 }).toZonedDateTime(BERLIN).toInstant()
  const [inMonth, inAll, open, toRelease] = await transaction((tx) =>
    together([
      () => countFigures(tx, tenant.code, whose, begin),
      () => countFigures(tx, tenant.code, whose, null),
      () => countOpen(tx, tenant.code, whose, today),
      () => countToRelease(tx, tenant.code, whose),
    ]),
  )
  return { month: today.toPlainYearMonth().toString(), inMonth, inAll, open, toRelease }
})
