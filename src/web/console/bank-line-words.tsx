import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import { signedCents } from '../../domain/money.ts'
import type { Locale } from '../../domain/tenant.ts'
import { useTexts, type Translate } from '../runtime/texts.ts'
import { formatDate } from '../ui/format-date.ts'
import { StateBadge } from '../ui/state-badge.tsx'

export type BankLineRow = AnswerOf<Endpoints['listBankLines']>['rows'][number]
export type BankLineFound = AnswerOf<Endpoints['showBankLine']>
export type BankBooks = AnswerOf<Endpoints['showBankBooks']>

export const signedAmount = (
  { cents, isCredit }: Pick<BankLineRow, 'cents' | 'isCredit'>,
  locale: Locale,
) => signedCents(isCredit ? cents : -cents, locale)

/** What a line is called. */
export const bankLineTitle = (
  row: Pick<BankLineRow, 'cents' | 'isCredit' | 'bookedOn'>,
  t: Translate<'consoleBankLines'>,
  locale: Locale,
) => t('row', { amount: signedAmount(row, locale), day: formatDate(row.bookedOn, locale) })

/** What a line is, or is called; a charge that comes in is a refund. */
export const kindWords = (
  { kind, isCredit }: { kind: NonNullable<BankLineRow['kind']>; isCredit: boolean },
  t: Translate<'consoleBankLines'>,
) => t(kind === 'charge' && isCredit ? 'kind.refund' : `kind.${kind}`)

/** Whose it may be; null: nothing is known. */
export const likelyWords = (
  { likelyKind, likelyId }: Pick<BankLineRow, 'likelyKind' | 'likelyId'>,
  t: Translate<'consoleBankLines'>,
) => likelyKind && t(`likely.${likelyKind}`, { id: likelyId ?? '' })

const tones = { offen: 'waits', wartet: 'held', zugeordnet: 'ok' } as const

export function BankLineState({ row }: { row: Pick<BankLineRow, 'state'> }) {
  const t = useTexts('consoleBankLines')
  return <StateBadge tone={tones[row.state]} text={t(`state.${row.state}`)} />
}
