import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import { formatCents } from '../../domain/money.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { formatCount } from '../ui/format-count.ts'
import { Notice } from '../ui/notice.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { ofVerb } from './selection.ts'

/** Selections of a list that run, or wait for a second person. */
export function WaitingSelections({
  kind,
  selections,
  mandant,
}: {
  kind: (typeof ofVerb)[keyof typeof ofVerb]['kind']
  selections: AnswerOf<Endpoints['listSelections']>['selections']
  mandant: string
}) {
  const { locale } = usePage()
  const t = useTexts('consoleSelections')
  const own = selections.filter(({ verb }) => ofVerb[verb].kind === kind)
  if (own.length === 0) return null
  return (
    <Notice>
      <ul className="grid gap-1">
        {own.map(({ id, state, count, cents, madeBy }) => (
          <li key={id}>
            {t(state === 'running' ? `waiting.running.${kind}` : `waiting.proposed.${kind}`, {
              number: formatCount(count, locale),
              amount: formatCents(cents, locale),
              by: madeBy ?? t('somebody'),
            })}{' '}
            <TextLink page="ConsoleSelection" values={{ mandant, stapel: id }} inText>
              {t('open')}
            </TextLink>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
