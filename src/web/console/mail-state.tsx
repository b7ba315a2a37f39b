import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import { useTexts } from '../runtime/texts.ts'
import { StateBadge } from '../ui/state-badge.tsx'

type Row = AnswerOf<Endpoints['listMails']>['rows'][number]

const tones = { wartet: 'waits', gesendet: 'ok', gescheitert: 'bad' } as const

/** Whether a mail went out. */
export function MailState({ state }: Pick<Row, 'state'>) {
  const t = useTexts('consoleOperations')
  return <StateBadge tone={tones[state]} text={t(`state.${state}`)} />
}
