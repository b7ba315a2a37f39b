import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import { useTexts } from '../runtime/texts.ts'
import { StateBadge } from '../ui/state-badge.tsx'

export type InvoiceRow = AnswerOf<Endpoints['listPapers']>['rows'][number]
export type InvoiceFound = AnswerOf<Endpoints['showPaper']>

const tones = {
  offen: 'waits',
  ueberfaellig: 'bad',
  ausgeglichen: 'neutral',
  'in-auszahlung': 'waits',
  bezahlt: 'ok',
} as const

export function InvoiceState({ state }: Pick<InvoiceRow, 'state'>) {
  const t = useTexts('consoleInvoices')
  return <StateBadge tone={tones[state]} text={t(`state.${state}`)} />
}
