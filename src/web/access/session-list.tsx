import { Monitor } from 'lucide-react'
import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { RowForm } from '../ui/form/row-form.tsx'
import { formatDateTime } from '../ui/format-date.ts'

export type Sessions = AnswerOf<Endpoints['listSessions']>

/** One's own sessions, each with a button that ends it, and one for all others. Sends `end-session` with the `id`. */
export function SessionList({
  sessions,
  more,
  mayEnd = true,
  button,
}: {
  sessions: Sessions['sessions']
  more: number // open, and not listed
  mayEnd?: boolean
  button?: string | undefined // classes; default: a desk's
}) {
  const { locale } = usePage()
  const t = useTexts('sessions')
  return (
    <>
      <ul className="divide-y divide-hairline">
        {sessions.map(({ id, device, since, seenAt, isThis, isSupport }) => {
          const name = isSupport ? t('support') : device || t('unknown')
          return (
            <li
              key={id}
              className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3 first:pt-0 last:pb-0"
            >
              <Monitor aria-hidden="true" className="size-5 shrink-0" />
              <p className="min-w-0 grow basis-48">
                <span className="font-semibold">{name}</span>
                <span className="block text-muted">
                  {isThis ? t('this') : t('seen', { day: formatDateTime(seenAt, locale) })}
                  {' · '}
                  {t('since', { day: formatDateTime(since, locale) })}
                </span>
              </p>
              {isThis || !mayEnd ? null : (
                <RowForm
                  intent="end-session"
                  id={id}
                  className={button}
                  label={t('endOf', { name, day: formatDateTime(since, locale) })}
                >
                  {t('end')}
                </RowForm>
              )}
            </li>
          )
        })}
      </ul>
      {more > 0 ? <p className="mt-4 text-muted">{t('more', { count: more })}</p> : null}
      {mayEnd && sessions.length > 1 ? (
        <div className="mt-4 flex">
          <RowForm intent="end-session" id="andere" className={button} label={t('endOthers')}>
            {t('endOthers')}
          </RowForm>
        </div>
      ) : null}
    </>
  )
}
