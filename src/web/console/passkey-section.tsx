import { Fingerprint } from 'lucide-react'
import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { Card } from '../ui/card.tsx'
import { formatDateTime } from '../ui/format-date.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { maxLength, required } from '../ui/form/rules.ts'
import { TextField } from '../ui/form/text-field.tsx'
import { Notice } from '../ui/notice.tsx'
import { MakePasskey } from './make-passkey.tsx'
import { RowForm } from '../ui/form/row-form.tsx'

type Passkeys = AnswerOf<Endpoints['showOwnAccess']>['passkeys']

const rules = { device: [required, maxLength(60)] }

export function PasskeySection({
  passkeys,
  isLinked,
  answer,
}: {
  passkeys: Passkeys
  isLinked: boolean // may sign in by the company's provider, too
  answer: FormAnswer | undefined
}) {
  const { locale, operator } = usePage()
  const t = useTexts('console')
  const day = (at: string) => formatDateTime(at, locale)
  return (
    <Card as="section" aria-labelledby="passkeys">
      <h2 id="passkeys" className="font-heading text-lg font-bold">
        {t('passkeys.title')}
      </h2>
      {passkeys.length < 2 && !isLinked && !operator?.isDemo ? (
        <Notice tone="info" title={t('passkeys.second')} />
      ) : null}
      {operator?.isDemo ? <p className="mt-2">{t('passkeys.demo')}</p> : null}
      {isLinked && passkeys.length === 0 ? <p className="mt-2 mb-4">{t('passkeys.none')}</p> : null}
      <ul className="console-rows">
        {passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
          <li key={id}>
            <Fingerprint aria-hidden="true" className="size-5 shrink-0" />
            <p className="min-w-0 grow">
              <span className="font-semibold">{name}</span>{' '}
              <span className="text-muted">
                {t('passkeys.since', { day: day(createdAt) })}
                {lastUsedAt ? `, ${t('passkeys.used', { day: day(lastUsedAt) })}` : ''}
              </span>
            </p>
            {passkeys.length > 1 || isLinked ? (
              <RowForm intent="end-passkey" id={id} label={t('end', { name })}>
                {t('passkeys.end')}
              </RowForm>
            ) : null}
          </li>
        ))}
      </ul>
      {operator?.isDemo ? null : <NewPasskey answer={answer} isFirst={passkeys.length === 0} />}
    </Card>
  )
}

function NewPasskey({ answer, isFirst }: { answer: FormAnswer | undefined; isFirst: boolean }) {
  const t = useTexts('console')
  return (
    <PageForm
      id="add-passkey"
      rules={rules}
      labels={{ device: t('field.device') }}
      answer={answer}
      draft={false}
    >
      <input type="hidden" name="intent" value="add-passkey" />
      <TextField name="device" autoComplete="off" hint={t('field.deviceHint')} />
      <MakePasskey begin={{ intent: 'begin-passkey' }} rules={rules} kind="secondary">
        {isFirst ? t('passkeys.addFirst') : t('passkeys.add')}
      </MakePasskey>
    </PageForm>
  )
}
