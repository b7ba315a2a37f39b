import { isPayeeCheck } from '../../../domain/payee-check.ts'
import { all, textOf, type BankXml } from './parse-bank-xml.ts'

/** What a bank's check of a payee repeats, or says beside its result. */
export interface CheckedPayee {
  /** The account's owner as their bank spells them; of a close match only. */
  name?: string
  /** The account that pays. */
  debtor?: string
}

const longestLine = 105 // of AddtlInf
const longestName = 140

/** The name stands in the reason's text, over two lines if it is long; with some banks as the payee's. */
export function payeeOf(node: BankXml, status: string): { payee?: CheckedPayee } {
  if (!isPayeeCheck(status)) return {}
  const name = status === 'RVMC' ? nameOf(node) : undefined
  const debtor = textOf(node, 'OrgnlTxRef', 'DbtrAcct', 'Id', 'IBAN')
  const payee = {
    ...(name !== undefined && { name }),
    ...(debtor !== undefined && { debtor: debtor.replaceAll(' ', '').toUpperCase() }),
  }
  return Object.keys(payee).length > 0 ? { payee } : {}
}

function nameOf(node: BankXml): string | undefined {
  const lines = all(node, 'StsRsnInf', 'AddtlInf').map(({ text }) => text)
  const said = lines.reduce(
    (sum, line) => sum + (sum === '' || sum.length % longestLine === 0 ? '' : ' ') + line,
    '',
  )
  const given =
    textOf(node, 'OrgnlTxRef', 'Cdtr', 'Pty', 'Nm') ?? textOf(node, 'OrgnlTxRef', 'Cdtr', 'Nm')
  const name = (said.trim() || (given ?? '')).replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
  return name.length >= 2 && name.length <= longestName ? name : undefined
}
