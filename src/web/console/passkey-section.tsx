import { Fingerprint } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
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
import { askOnce, PasskeyButton } from './passkey-button.tsx'
import { RowForm } from './row-form.tsx'
import { usePasskey } from './use-passkey.ts'

type Passkeys = AnswerOf<Endpoints['showOwnAccess']>['passkeys']

const rules = { device: [required, maxLength(60)] }

export function PasskeySection({
  passkeys,
  answer,
}: {
  passkeys: Passkeys
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
      {passkeys.length < 2 && !operator?.isDemo ? (
        <Notice tone="info" title={t('passkeys.second')} />
      ) : null}
      {operator?.isDemo ? <p className="mt-2">{t('passkeys.demo')}</p> : null}
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
            {passkeys.length > 1 ? (
              <RowForm intent="end-passkey" id={id} label={t('end', { name })}>
                {t('passkeys.end')}
              </RowForm>
            ) : null}
          </li>
        ))}
      </ul>
      {operator?.isDemo ? null : <NewPasskey answer={answer} />}
    </Card>
  )
}

function NewPasskey({ answer }: { answer: FormAnswer | undefined }) {
  const t = useTexts('console')
  const [made, setMade] = useState('')
  const submit = useRef<HTMLButtonElement>(null)
  const { ask, state } = usePasskey('create', { intent: 'begin-passkey' }, setMade)
  // Once the field has it.
  useEffect(() => {
    if (made) submit.current?.click()
  }, [made])
  return (
    <PageForm
      id="add-passkey"
      rules={rules}
      labels={{ device: t('field.device') }}
      answer={answer}
      draft={false}
    >
      <input type="hidden" name="intent" value="add-passkey" />
      <input type="hidden" name="answer" value={made} />
      <TextField name="device" autoComplete="off" hint={t('field.deviceHint')} />
      {state === 'refused' ? (
        <p className="font-semibold text-danger" role="alert">
          {t('passkey.notMade')}
        </p>
      ) : null}
      <PasskeyButton
        kind="secondary"
        ask={() => askOnce(submit.current, rules, ask)}
        isBusy={state === 'asking'}
        className="w-full md:w-auto"
      >
        {t('passkeys.add')}
      </PasskeyButton>
      <button ref={submit} type="submit" hidden tabIndex={-1} aria-hidden="true">
        {t('passkeys.add')}
      </button>
    </PageForm>
  )
}
