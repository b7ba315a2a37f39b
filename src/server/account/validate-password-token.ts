import { validatePasswordToken as endpoint } from '../../contract/account.ts'
import { serve } from '../serve.ts'
import { readPasswordToken } from './read-password-token.ts'
import { isSameDevice } from './same-device.ts'

export const validatePasswordToken = serve(endpoint, async (call) => {
  const { tenant, body, now, transaction } = call
  const { account } = await transaction((tx) =>
    readPasswordToken(tx, tenant.code, body.token, now, ['set-password', 'own-referral']),
  )
  return {
    email: account.email,
    firstName: account.first_name,
    lastName: account.last_name,
    registration: account.confirmed_at === null,
    sameDevice: isSameDevice(call, account),
  }
})
