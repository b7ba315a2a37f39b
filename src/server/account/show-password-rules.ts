import { showPasswordRules as endpoint } from '../../contract/account.ts'
import { passwordRules } from '../../domain/password.ts'
import { serve } from '../serve.ts'

/** The patterns take the flags `us`. */
export const showPasswordRules = serve(endpoint, async ({ locale }) =>
  passwordRules.map((rule) => ({ id: rule.id, pattern: rule.pattern, text: rule[locale] })),
)
