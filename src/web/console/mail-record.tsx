import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import { mailNames } from '../../contract/mail-words.ts'
import { usePage } from '../runtime/page-context.tsx'
import type { PageTarget } from '../runtime/page-link.tsx'
import { useTexts } from '../runtime/texts.ts'
import { formatDateTime } from '../ui/format-date.ts'
import { Notice } from '../ui/notice.tsx'
import { RecordPanel, RecordPart } from '../ui/record-panel.tsx'
import { MailState } from './mail-state.tsx'
import { wordOf } from './person-words.ts'
import { RecordLog, type Log } from './record-log.tsx'

type Mail = AnswerOf<Endpoints['showMail']>
type Row = AnswerOf<Endpoints['listMails']>['rows'][number]

/** A mail beside the list or the person's page; a row without its text for those who may not read it. */
export function MailRecord({
  mail,
  log,
  close,
}: {
  mail: Mail | Row
  log: Log | null
  close: PageTarget
}) {
  const { locale } = usePage()
  const t = useTexts('consoleOperations')
  const seen = 'isBlank' in mail ? mail : null
  const name = wordOf(mailNames, mail.template, locale)
  return (
    <RecordPanel
      title={seen?.subject ?? name}
      state={<MailState state={mail.state} />}
      close={close}
      facts={[
        [t('mail.template'), name],
        [t('mail.address'), mail.address ?? t('mail.deleted')],
        [t('mail.at'), formatDateTime(mail.at, locale)],
        [t('mail.sentAt'), mail.sentAt && formatDateTime(mail.sentAt, locale)],
        [t('mail.language'), seen && t(`language.${seen.language}`)],
        [t('mail.attempts'), seen?.attempts],
        [t('mail.error'), seen?.error],
      ]}
    >
      <RecordPart title={t('mail.preview')}>
        {seen === null ? (
          <Notice tone="info" title={t('mail.noRight')} />
        ) : seen.isBlank ? (
          <Notice tone="info" title={t('mail.blank')} />
        ) : (
          <>
            <p
              lang={seen.language}
              className="rounded-field border border-hairline p-3 text-[0.9375rem] leading-[1.375rem] whitespace-pre-wrap wrap-anywhere"
            >
              {seen.text}
            </p>
            <p className="dt-hint mt-1">{t('mail.previewHint')}</p>
          </>
        )}
      </RecordPart>
      {log ? <RecordLog log={log} id={mail.id} /> : null}
    </RecordPanel>
  )
}
