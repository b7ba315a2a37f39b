import { checkIban, germanBankCode, groupIban } from '../../../domain/iban.ts'
import type { Rule } from '../form/rules.ts'
import { bankName } from './bank-names.ts'

/** What can be said about an IBAN while it is typed: nothing for long, and an error only when it is certain. */
export type IbanView = {
  state: 'typing' | 'ok' | 'wrong' | 'not-german'
  bank: string | null
}

const germanLength = 22

export function watchIban(text: string, germanOnly: boolean): IbanView {
  const compact = groupIban(text).replaceAll(' ', '')
  const check = checkIban(compact, { germanOnly })
  const code = germanBankCode(compact)
  const bank = code ? bankName(code) : null
  if (check.kind === 'ok') return { state: 'ok', bank }
  if (germanOnly && /^(?!DE)[A-Z]{2}/.test(compact)) return { state: 'not-german', bank: null }
  const complete = compact.startsWith('DE') && compact.length >= germanLength
  // A bank beside an IBAN that is wrong would look like a confirmation of it.
  return complete ? { state: 'wrong', bank: null } : { state: 'typing', bank }
}

/** Groups of four as they are typed, and where the caret stands then: behind the same letter as before. */
export function regroup(text: string, caret: number): { text: string; caret: number } {
  const grouped = groupIban(text)
  const letters = groupIban(text.slice(0, caret)).replaceAll(' ', '').length
  let position = 0
  for (let seen = 0; seen < letters && position < grouped.length; position++) {
    if (grouped[position] !== ' ') seen++
  }
  // Behind a full group the caret goes on to the next one, when it stood at the end.
  return { text: grouped, caret: caret >= text.length ? grouped.length : position }
}

export const ibanRule =
  (germanOnly: boolean): Rule =>
  (value) => {
    if (value === '') return null
    const { kind } = checkIban(value, { germanOnly })
    if (kind === 'ok') return null
    return kind === 'not-german' ? 'rule.ibanGerman' : 'rule.iban'
  }
