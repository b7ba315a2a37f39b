import { checkAgencyPasswordToken as endpoint } from '../../contract/agentur-konto.ts'
import { serve } from '../serve.ts'
import { needAgencies } from './need-agencies.ts'
import { readAgencyPasswordToken } from './read-password-token.ts'

export const checkAgencyPasswordToken = serve(endpoint, async (call) => {
  needAgencies(call.tenant)
  const { member, occasion } = await call.transaction((tx) =>
    readAgencyPasswordToken(tx, call.tenant.code, call.body.token, call.now),
  )
  return {
    email: member.email,
    firstName: member.first_name,
    agencyName: member.agency_name,
    agencyNumber: member.agency_number,
    occasion,
  }
})
