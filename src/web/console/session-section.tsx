import { Monitor } from 'lucide-react'
import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { Card } from '../ui/card.tsx'
import { formatDateTime } from '../ui/format-date.ts'
import { RowForm } from './row-form.tsx'

type Sessions = AnswerOf<Endpoints['showOwnAccess']>['sessions']

export function SessionSection({ sessions }: { sessions: Sessions }) {
  const { locale } = usePage()
  const t = useTexts('console')
  return (
    <Card as="section" aria-labelledby="sessions">
      <h2 id="sessions" className="font-heading text-lg font-bold">
        {t('sessions.title')}
      </h2>
      <p className="mt-1 text-muted">{t('sessions.text')}</p>
      <ul className="console-rows">
        {sessions.map(({ id, device, seenAt, isThis }) => {
          const name = device || t('sessions.unknown')
          return (
            <li key={id}>
              <Monitor aria-hidden="true" className="size-5 shrink-0" />
              <p className="min-w-0 grow">
                <span className="font-semibold">{name}</span>{' '}
                <span className="text-muted">
                  {isThis
                    ? t('sessions.this')
                    : t('sessions.seen', { day: formatDateTime(seenAt, locale) })}
                </span>
              </p>
              {isThis ? null : (
                <RowForm intent="end-session" id={id} label={t('end', { name })}>
                  {t('sessions.end')}
                </RowForm>
              )}
            </li>
          )
        })}
      </ul>
      {sessions.length > 1 ? (
        <RowForm intent="end-session" id="andere" label={t('sessions.endOthers')}>
          {t('sessions.endOthers')}
        </RowForm>
      ) : null}
    </Card>
  )
}
