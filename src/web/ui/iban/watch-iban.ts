import { needsBic } from '../../../domain/bic.ts'
import { checkIban, germanBankCode, groupIban } from '../../../domain/iban.ts'
import { textOf, type Rule } from '../form/rules.ts'
import { bankName } from './bank-names.ts'

/** Live status of an IBAN: neutral at first, an error only when certain. */
export type IbanView = {
  state: 'typing' | 'ok' | 'wrong' | 'not-german'
  bank: string | null
  needsBic: boolean
}

const germanLength = 22

export function watchIban(text: string, germanOnly: boolean): IbanView {
  const compact = groupIban(text).replaceAll(' ', '')
  const check = checkIban(compact, { germanOnly })
  const code = germanBankCode(compact)
  const bank = code ? bankName(code) : null
  if (check.kind === 'ok') return { state: 'ok', bank, needsBic: needsBic(compact) }
  const asked = { bank: null, needsBic: false }
  if (germanOnly && /^(?!DE)[A-Z]{2}/.test(compact)) return { state: 'not-german', ...asked }
  const complete = compact.startsWith('DE') && compact.length >= germanLength
  // A bank's name beside a wrong IBAN would look like a confirmation.
  return complete ? { state: 'wrong', ...asked } : { state: 'typing', ...asked, bank }
}

/** Groups of four while typing; the caret stays behind the same character. */
export function regroup(text: string, caret: number): { text: string; caret: number } {
  const grouped = groupIban(text)
  const letters = groupIban(text.slice(0, caret)).replaceAll(' ', '').length
  let position = 0
  for (let seen = 0; seen < letters && position < grouped.length; position++) {
    if (grouped[position] !== ' ') seen++
  }
  // At the end, after a full group, the caret moves on to the next.
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

/** A holder's bank data as typed, for a call. */
export function bankDataIn(form: FormData): { holder: string; iban: string; bic?: string } {
  const bic = textOf(form, 'bic').replaceAll(' ', '')
  const account = { holder: textOf(form, 'holder'), iban: textOf(form, 'iban') }
  return bic ? { ...account, bic } : account
}
