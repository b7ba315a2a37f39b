import { checkPassword } from '../../domain/password.ts'
import type { Rule } from '../ui/form/rules.ts'

/** A password as typed: unlike in other fields, spaces count. */
export function passwordOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** For a field named `password`. */
export const goodPassword: Rule = (_, form) =>
  checkPassword(passwordOf(form, 'password')).every(({ ok }) => ok) ? null : 'rule.password'
