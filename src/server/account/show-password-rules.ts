import { showPasswordRules as endpoint } from '../../contract/account.ts'
import { passwordRules } from '../../domain/password.ts'
import { serve } from '../serve.ts'

const known = {
  de: 'keines der bekanntesten Passwörter',
  en: 'none of the best-known passwords',
}

/** The list of common passwords has no pattern, so this one matches everything. */
export const showPasswordRules = serve(endpoint, async ({ locale }) => [
  ...passwordRules.map((rule) => ({ id: rule.id, pattern: rule.pattern, text: rule[locale] })),
  { id: 'common', pattern: '', text: known[locale] },
])
