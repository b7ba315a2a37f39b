import { updateAgencyUserLanguage as endpoint } from '../../contract/agentur-konto.ts'
import { serve } from '../serve.ts'
import { agencyUserOf } from './session.ts'
import { updateAgencyUser } from './user-store.ts'

/** Mails use the pages' language. */
export const updateAgencyUserLanguage = serve(endpoint, async (call) => {
  const { userId } = agencyUserOf(call.caller)
  await call.transaction((tx) =>
    updateAgencyUser(tx, call.tenant.code, userId, { language: call.body.language }),
  )
  return {}
})
