import { Fingerprint } from 'lucide-react'
import { useLocation } from 'react-router'
import type { PageName } from '../../contract/pages.ts'
import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import { usePage } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { formatDateTime } from '../ui/format-date.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { maxLength, required } from '../ui/form/rules.ts'
import { TextField } from '../ui/form/text-field.tsx'
import { Notice } from '../ui/notice.tsx'
import { Question } from '../ui/question.tsx'
import { useOwnWords } from './own-words.ts'
import { PasswordField } from './password-field.tsx'
import { passwordOf } from './password-rules.ts'
import { PasskeyFields } from './passkey-fields.tsx'

export type OwnPasskeys = AnswerOf<Endpoints['listOwnPasskeys']>

type Proof = OwnPasskeys['proof']

const rulesFor = (proof: Proof) => ({
  device: [required, maxLength(60)],
  ...(proof === 'passwort' ? { password: [required] } : {}),
})

/** One's own passkeys, and how to add and remove them. Sends `begin-passkey`, `add-passkey` and `end-passkey`. */
export function PasskeySection({
  own: { passkeys, proof, isRequired },
  page,
  mayChange = true,
  isMissing = false,
  isRecommended = false,
  button = buttonClass('secondary'),
  answer,
}: {
  own: OwnPasskeys
  page: PageName // this one
  mayChange?: boolean
  isMissing?: boolean // nothing else is open before there is one
  isRecommended?: boolean // where somebody opens more than their own data
  button?: string | undefined // classes of a row's
  answer: FormAnswer | undefined
}) {
  const { locale } = usePage()
  const t = useTexts('passkeys')
  const { search } = useLocation()
  const ending = new URLSearchParams(search).get('entfernen')
  const day = (at: string) => formatDateTime(at, locale)
  const isNone = passkeys.length === 0
  const mayEnd = mayChange && proof !== 'anmeldung'
  return (
    <section aria-labelledby="passkeys" className="flex flex-col gap-4">
      <h2 id="passkeys" className="text-xl font-bold">
        {t('title')}
      </h2>
      {isMissing ? <Notice title={t('missing')} /> : null}
      <p>
        {t(isNone ? 'what' : 'on')}
        {isNone && isRecommended && !isMissing ? ` ${t('recommended')}` : null}
      </p>
      {isNone ? null : (
        <ul className="divide-y divide-hairline">
          {passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3 first:pt-0">
              <Fingerprint aria-hidden="true" className="size-5 shrink-0" />
              <p className="min-w-0 grow basis-48">
                <span className="font-semibold">{name}</span>
                <span className="block text-muted">
                  {lastUsedAt ? t('used', { day: day(lastUsedAt) }) : t('unused')}
                  {' · '}
                  {t('since', { day: day(createdAt) })}
                </span>
              </p>
              {mayEnd && ending !== id && !(isRequired && passkeys.length === 1) ? (
                <PageLink
                  page={page}
                  values={{ entfernen: id }}
                  preventScrollReset
                  className={button}
                  aria-label={t('endOf', { name })}
                >
                  {t('end')}
                </PageLink>
              ) : null}
              {mayEnd && ending === id ? (
                <EndPasskey {...{ id, name, page, proof, isLast: passkeys.length === 1, answer }} />
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {mayChange && ending === null ? (
        // Once one is added it is another form: empty, and the message has the focus.
        <NewPasskey key={passkeys.length} {...{ isNone, proof, isMissing, answer }} />
      ) : null}
    </section>
  )
}

const answerTo = (intent: string, answer: FormAnswer | undefined) =>
  answer?.values.intent === intent ? answer : undefined

/** Asks before a passkey is removed. */
function EndPasskey({
  id,
  name,
  page,
  proof,
  isLast,
  answer,
}: {
  id: string
  name: string
  page: PageName
  proof: Proof
  isLast: boolean
  answer: FormAnswer | undefined
}) {
  const t = useTexts('passkeys')
  const own = useOwnWords(answerTo('end-passkey', answer), { PSOF0201: t('wrongPassword') })
  const asksPassword = proof === 'passwort'
  return (
    <Question
      id="end-passkey"
      title={t('endTitle', { name })}
      text={t(isLast ? 'endLast' : 'endOther')}
      values={{ intent: 'end-passkey', id }}
      submit={t('endSubmit')}
      cancel={{ page, label: t('keep') }}
      answer={own}
      rules={asksPassword ? { password: [required] } : {}}
      labels={{ password: t('password') }}
    >
      {asksPassword ? <PasswordField name="password" autoComplete="current-password" /> : null}
    </Question>
  )
}

function NewPasskey({
  isNone,
  proof,
  isMissing,
  answer,
}: {
  isNone: boolean
  proof: Proof
  isMissing: boolean
  answer: FormAnswer | undefined
}) {
  const t = useTexts('passkeys')
  if (proof === 'anmeldung') return <p className="text-muted">{t('again')}</p>
  const rules = rulesFor(proof)
  return (
    <PageForm
      id="add-passkey"
      rules={rules}
      labels={{ device: t('device'), password: t('password') }}
      answer={answerTo('add-passkey', answer)}
      draft={false}
      asDocument={isMissing}
    >
      <input type="hidden" name="intent" value="add-passkey" />
      <TextField name="device" autoComplete="off" hint={t('deviceHint')} />
      {proof === 'passwort' ? (
        <PasswordField name="password" autoComplete="current-password" />
      ) : null}
      <PasskeyFields
        how="create"
        begin={(form) => ({ intent: 'begin-passkey', password: passwordOf(form, 'password') })}
        rules={rules}
        kind={isNone ? 'primary' : 'secondary'}
        words={{
          asking: t('asking'),
          refused: t('notMade'),
          byCode: { PSOF0201: t('wrongPassword') },
        }}
      >
        {t(isNone ? 'addFirst' : 'add')}
      </PasskeyFields>
      <noscript>
        <p>{t('noScript')}</p>
      </noscript>
    </PageForm>
  )
}
